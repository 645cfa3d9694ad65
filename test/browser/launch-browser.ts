import { chromium, type Browser } from 'playwright-core';

export function launchBrowser(executablePath: string): Promise<Browser> {
  // Chromium's own sandbox does not work for root, whom containers often are.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, args });
}
