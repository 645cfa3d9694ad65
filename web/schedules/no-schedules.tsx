export function NoSchedules() {
  return (
    <p class="empty">
      There are no schedules. Create one with <code>locrelease schedule apply</code>.
    </p>
  );
}
