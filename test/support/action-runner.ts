/** Runs the scripts of action.yml as a GitHub runner does: inputs through expressions, outputs through a file. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

const ROOT = resolve(__dirname, '../..');

interface ActionStep {
  id?: string;
  name: string;
  if?: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
}

interface Action {
  inputs: Record<string, { default?: string }>;
  runs: { steps: ActionStep[] };
}

export function readAction(): Action {
  return parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as Action;
}

export interface ActionRun {
  code: number;
  /** By `<step>.<name>`. */
  outputs: Record<string, string>;
  /** Names of the steps that ran, up to the one that failed. */
  ran: string[];
  log: string;
}

interface RunOptions {
  /** The checkout. */
  directory: string;
  env: NodeJS.ProcessEnv;
  /** Where the runner has put the action itself. */
  action?: string;
  /** Steps that need what a test has not, by id. */
  without?: readonly string[];
}

export async function runAction(
  inputs: Readonly<Record<string, string>>,
  { directory, env, action: place = ROOT, without = [] }: RunOptions,
): Promise<ActionRun> {
  const action = readAction();
  const temp = join(directory, '.runner');
  mkdirSync(temp, { recursive: true });
  let path = env.PATH ?? '';
  const run: ActionRun = { code: 0, outputs: {}, ran: [], log: '' };
  const valueOf = (expression: string): string => {
    const [context = '', ...path] = expression.trim().split('.');
    if (context === 'inputs') return inputOf(path.join('.'));
    if (context === 'steps') return run.outputs[`${path[0] ?? ''}.${path.slice(2).join('.')}`] ?? '';
    return expression.trim() === 'github.actor' ? 'ivan' : '';
  };
  const inputOf = (name: string): string => inputs[name] ?? resolved(action.inputs[name]?.default ?? '');
  const resolved = (text: string): string =>
    text.replace(/\$\{\{([^}]*)\}\}/g, (_whole, expression: string) => valueOf(expression));
  /** `a != 'b' && c != 'd'` is all that the action needs. */
  const isMet = (condition: string): boolean =>
    condition.split('&&').every((part) => {
      const [, left = '', right = ''] = /^\s*(\S+) != '([^']*)'\s*$/.exec(part) ?? [];
      if (left === '') throw new Error(`a condition that this runner does not know: ${part}`);
      return valueOf(left) !== right;
    });
  for (const step of action.runs.steps) {
    if (without.includes(step.id ?? '') || (step.if !== undefined && !isMet(step.if))) continue;
    run.ran.push(step.name);
    if (step.run === undefined) continue;
    const output = join(temp, 'output');
    writeFileSync(output, '');
    const added = join(temp, 'path');
    writeFileSync(added, '');
    const own = Object.fromEntries(
      Object.entries(step.env ?? {}).map(([name, text]) => [name, resolved(text)]),
    );
    const script = join(temp, 'step.sh');
    writeFileSync(script, step.run);
    const { code, text } = await bash(['-eo', 'pipefail', script], directory, {
      ...env,
      ...own,
      PATH: path,
      RUNNER_TEMP: temp,
      GITHUB_ACTION_PATH: place,
      GITHUB_PATH: added,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: join(temp, 'summary'),
      GITHUB_REPOSITORY: 'games/game',
    });
    run.log += text;
    for (const entry of linesIn(readFileSync(added, 'utf8'))) path = `${entry}:${path}`;
    for (const [name, value] of outputsIn(readFileSync(output, 'utf8')))
      run.outputs[`${step.id ?? ''}.${name}`] = value;
    run.code = code;
    if (code !== 0) return run;
  }
  return run;
}

export function bash(
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; text: string }> {
  return new Promise((settle) => {
    execFile('bash', ['--noprofile', '--norc', ...args], { cwd, env }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      settle({ code, text: stdout + stderr });
    });
  });
}

function linesIn(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

function outputsIn(text: string): [string, string][] {
  const found: [string, string][] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [, name, delimiter] = /^([\w-]+)<<(.+)$/.exec(line) ?? [];
    if (name !== undefined && delimiter !== undefined) {
      const end = lines.indexOf(delimiter, at + 1);
      if (end < 0) throw new Error(`the output ${name} does not end`);
      found.push([name, lines.slice(at + 1, end).join('\n')]);
      at = end;
    } else if (line.includes('=')) {
      found.push([line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
    }
  }
  return found;
}
