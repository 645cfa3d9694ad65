export function Loading() {
  return <p class="loading">Loading…</p>;
}
