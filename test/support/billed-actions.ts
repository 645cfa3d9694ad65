/** What Temporal would bill for, as the server itself counts it: by kind, without what people ask of a release. */
export async function billedActions(metricsPort: number): Promise<Map<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const actions = new Map<string, number>();
  for (const [, labels = '', count = '0'] of text.matchAll(/^action(?:_total)?\{([^}]*)\} (\S+)$/gm)) {
    const label = (name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(labels)?.[1] ?? '';
    const kind = label('action_type');
    if (label('namespace') !== 'default' || kind === 'grpc_QueryWorkflow') continue;
    actions.set(kind, (actions.get(kind) ?? 0) + Number(count));
  }
  return actions;
}
