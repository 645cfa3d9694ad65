/** What "--context" names on the line of this command. */
let named: string | undefined;

export function nameContext(name: string | undefined): void {
  named = name;
}

export const namedContext = (): string | undefined => named;
