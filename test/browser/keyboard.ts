import type { Page } from 'playwright-core';

const MOST_STOPS = 60;

/** What holds the focus, by the words that a screen reader would say first. */
const NAME_OF_FOCUS = `(() => {
  const { activeElement: element } = document;
  const label = element.labels?.[0]?.textContent;
  return (element.getAttribute('aria-label') ?? label ?? element.textContent).trim();
})()`;

/** Presses Tab until what is called so holds the focus: whatever cannot be reached so fails. */
export async function tabTo(
  page: Page,
  name: string,
  direction: 'onwards' | 'backwards' = 'onwards',
): Promise<void> {
  const passed: string[] = [];
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press(direction === 'onwards' ? 'Tab' : 'Shift+Tab');
    const focused = await page.evaluate<string>(NAME_OF_FOCUS);
    if (focused.startsWith(name)) return;
    passed.push(focused.slice(0, 40));
  }
  throw new Error(`the Tab key does not come to "${name}", but to ${passed.join(' | ')}`);
}
