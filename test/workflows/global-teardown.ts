export default async function stopServer(): Promise<void> {
  await globalThis.releaseTestServer?.stop();
  globalThis.releaseTestServer = undefined;
}
