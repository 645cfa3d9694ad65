/** Commands that keep what they were called with, in place of those that a CI machine has. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface FakeCall {
  name: string;
  args: string[];
  /** Names of the variables of its environment. */
  variables: string[];
}

export interface FakeCommands {
  /** With them on the PATH. */
  env: NodeJS.ProcessEnv;
  calls: (name: string) => FakeCall[];
}

/** What no argument of a test has. */
const ARGUMENT_END = '\x1f';
const CALL_END = '\x1e';

/** `answer`: what each of them does, in bash; `$name` is its own. */
export function fakeCommands(directory: string, names: readonly string[], answer: string): FakeCommands {
  const log = join(directory, 'calls');
  const bin = join(directory, 'bin');
  mkdirSync(bin, { recursive: true });
  for (const name of names) {
    const file = join(bin, name);
    const keep = `printf '%s\\x1f' '${name}' "$(compgen -e | tr '\\n' ' ')" "$@" >> '${log}'; printf '\\x1e' >> '${log}'`;
    writeFileSync(file, `#!/bin/bash\nname='${name}'\n${keep}\n${answer}\n`);
    chmodSync(file, 0o755);
  }
  const callOf = (text: string): FakeCall => {
    const [name = '', variables = '', ...args] = text.split(ARGUMENT_END).slice(0, -1);
    return { name, variables: variables.trim().split(' '), args };
  };
  return {
    // The examples themselves ask for `node`.
    env: { PATH: `${bin}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`, HOME: directory },
    calls: (name) =>
      (existsSync(log) ? readFileSync(log, 'utf8') : '')
        .split(CALL_END)
        .slice(0, -1)
        .map(callOf)
        .filter((call) => call.name === name),
  };
}
