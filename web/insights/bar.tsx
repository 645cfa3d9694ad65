/** A bar as long as its part of the whole, and a mark further on. What it says stands beside it in numbers. */
export function Bar({ part, mark, tone = '' }: { part: number; mark?: number; tone?: string }) {
  return (
    <svg class={`chart-bar ${tone}`} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="chart-ground" width="100" height="10" />
      {mark !== undefined && <rect class="chart-mark" width={percent(mark)} y="3" height="4" />}
      <rect class="chart-value" width={percent(part)} height="10" />
    </svg>
  );
}

/** Something that is there is seen, however small. */
const percent = (part: number): number => (part <= 0 ? 0 : Math.min(100, Math.max(0.5, part * 100)));
