/** Requests to every route of the gateway by an operator with bad intentions, or by nobody: answered, never with an error of ours. */
import fc from 'fast-check';
import { Person } from '../../../test/support/console';
import { endlessBudget } from '../../../test/support/gateway';
import { consoleUnderAttack } from '../console-under-attack';
import { inAddress, json, text } from '../hostile';
import { TakenBadly, type Target } from '../fuzz-target';

interface Description {
  paths: Record<string, Record<string, unknown>>;
}

export async function consoleApi(): Promise<Target> {
  const { url, close } = await consoleUnderAttack(endlessBudget());
  const nobody = new Person(url);
  const operator = await Person.signedIn(url, 'operator');
  const { body: description } = await nobody.get<Description>('/api/openapi.json');
  const routes = Object.entries(description.paths)
    // A stream does not end, and whoever signs out is nobody from then on.
    .filter(([path]) => !/events|session/.test(path))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })),
    );
  const others = ['/healthz', '/metrics', '/mcp', '/codec/decode', '/callbacks/release/a/b/c', '/'].flatMap(
    (path) => ['GET', 'POST'].map((method) => ({ path, method })),
  );
  const input = fc.record({
    route: fc.constantFrom(...routes, ...others),
    parameters: fc.infiniteStream(fc.oneof(fc.constantFrom('default', 'game-2.4.0', 'retry'), text)),
    query: fc.dictionary(
      fc.oneof(fc.constantFrom('state', 'cursor', 'limit', 'project', 'q', 'version', 'since'), text),
      text,
      { maxKeys: 3 },
    ),
    body: fc.option(json),
    isSignedIn: fc.boolean(),
  });
  return {
    property: fc.asyncProperty(input, async ({ route, parameters, query, body, isSignedIn }) => {
      const path = route.path.replace(/\{[^{}]+\}/g, () => encodeURIComponent(next(parameters)));
      const asked = new URLSearchParams(
        Object.entries(query).map(([key, value]): [string, string] => [inAddress(key), inAddress(value)]),
      );
      const who = isSignedIn ? operator : nobody;
      const { status, body: said } = await who.send(route.method, `${path || '/'}?${asked.toString()}`, {
        ...(route.method === 'GET' || body === null ? {} : { body: JSON.stringify(body) }),
        headers: { 'content-type': 'application/json' },
      });
      if (status >= 500) throw new TakenBadly(`${route.method} ${path} is answered with ${status}`);
      if (/node_modules|at .*\.[jt]s:\d+/.test(JSON.stringify(said)) && status >= 400)
        throw new TakenBadly(`${route.method} ${path} tells of the inside`);
    }),
    close,
  };
}

/** An empty one would be another route. */
function next(texts: fc.Stream<string>): string {
  const drawn: IteratorResult<string, unknown> = texts.next();
  return (drawn.done === true ? '' : inAddress(drawn.value)) || 'x';
}
