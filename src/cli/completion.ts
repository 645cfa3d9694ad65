import type { Command, Option } from 'commander';
import { setUp } from './command';
import { defineAll } from './lazy-command';
import { shellWord } from './terminal/shell-word';

export function define(completion: Command): void {
  completion.registeredArguments[0]?.choices(shells);
  setUp(completion, {
    help: 'In zsh, add this line to ~/.zshrc: source <(locrelease completion zsh)',
    examples: [
      'completion bash > /etc/bash_completion.d/locrelease',
      'completion fish > ~/.config/fish/completions/locrelease.fish',
    ],
    runAlone: async (terminal, _options, shell: Shell) => {
      const program = completion.parent ?? completion;
      await defineAll(program);
      const script = completionScript(program, shell);
      terminal.data({ shell, script }, () => script.trimEnd());
    },
  });
}

/** Completion scripts, made from the commands as they are: a command or option that is added is completed too. */
export const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** Values that are not known when the script is made: the script asks for them (`locrelease complete KIND [RELEASE]`). */
export const valueKinds = [
  'releases',
  'reviews',
  'decisions',
  'terms',
  'languages',
  'release-languages',
  'translations',
  'projects',
] as const;
export type ValueKind = (typeof valueKinds)[number];

/** Files are completed by the shell itself. */
type ArgumentKind = ValueKind | 'files';

/** By what an argument is called. Terms are those of the release before them. */
const argumentKinds: Readonly<Record<string, ArgumentKind>> = {
  id: 'releases',
  file: 'files',
  directory: 'files',
  from: 'files',
  to: 'files',
  term: 'terms',
  terms: 'terms',
  languages: 'languages',
};

/** What waits for the command; of the others, any release may be meant. */
function releaseKind(path: string): ArgumentKind {
  if (path.startsWith(' terms ') && path !== ' terms list') return 'reviews';
  return path === ' resolve' || path === ' retry' ? 'decisions' : 'releases';
}

const optionKinds: Readonly<Record<string, ValueKind>> = {
  '--project': 'projects',
  '--languages': 'languages',
  '--translation': 'translations',
  '--add-language': 'languages',
  '--without-language': 'release-languages',
};

/** A command with what can follow it. */
interface Place {
  /** Words before it, each after a blank: empty for the program itself, ` terms edit` for one of its depth. */
  path: string;
  commands: readonly Command[];
  options: readonly Option[];
  /** Values that its arguments may have, where only some may. */
  values: readonly string[];
  /** What its arguments are; null where nobody can tell. */
  kinds: readonly (ArgumentKind | null)[];
  /** Whether the last of its arguments may come again. */
  isVariadic: boolean;
}

function completionScript(program: Command, shell: Shell): string {
  const places = placesOf(program);
  switch (shell) {
    case 'bash':
      return bashScript(program.name(), places);
    case 'zsh':
      // Its bash emulation does what is needed, with one script less to keep right.
      return `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(program.name(), places)}`;
    case 'fish':
      return fishScript(program.name(), places);
  }
}

function placesOf(command: Command, path = ''): Place[] {
  const { options, registeredArguments } = command;
  const commands = command
    .createHelp()
    .visibleCommands(command)
    .filter((child) => child.name() !== 'help');
  const values = registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const names = registeredArguments.map((argument) => argument.name());
  const hasRelease = names.includes('id');
  const kinds = names.map((name) => {
    const kind = argumentKinds[name] ?? null;
    if (kind === 'releases') return releaseKind(path);
    return kind === 'terms' && !hasRelease ? null : kind;
  });
  const isVariadic = registeredArguments.at(-1)?.variadic === true;
  return [
    { path, commands, options, values, kinds, isVariadic },
    ...commands.flatMap((child) => placesOf(child, `${path} ${child.name()}`)),
  ];
}

/** Of all commands: what comes after one of them is no argument. */
function valueFlags(places: readonly Place[]): string[] {
  return [...new Set(places.flatMap(({ options }) => options.filter(takesValue).flatMap(flagsOf)))];
}

const flagsOf = ({ short, long }: Option): string[] => [short, long].filter((flag) => flag !== undefined);
const takesValue = ({ required, optional }: Option): boolean => required || optional;

/** `path` and `words` have meanings of their own in zsh: neither is used as a name. */
function bashScript(name: string, places: readonly Place[]): string {
  const known = places.slice(1).map(({ path }) => shellWord(path));
  const choices = places.map(({ path, commands, options, values }) => {
    const follows = [
      ...commands.map((child) => child.name()),
      ...values,
      ...options.flatMap(flagsOf),
      '--help',
    ];
    return `    ${shellWord(path)}) choices=${shellWord(follows.join(' '))} ;;`;
  });
  const asks = places.flatMap(({ path, kinds, isVariadic }) =>
    kinds.flatMap((kind, place) => {
      const isOpen = isVariadic && place === kinds.length - 1;
      return kind === null
        ? []
        : [`    ${shellWord(`${path}:${isOpen ? '' : place}`)}${isOpen ? '*' : ''}) ask=${kind} ;;`];
    }),
  );
  const values = places.flatMap(({ path, options }) =>
    options.filter(takesValue).map((option) => {
      const before = flagsOf(option).map((flag) => shellWord(`${path} ${flag}`));
      const ask = optionKinds[option.long ?? ''] ?? '';
      return `    ${before.join('|')}) choices=${shellWord((option.argChoices ?? []).join(' '))} ask='${ask}' ;;`;
    }),
  );
  return `_${name}() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" place='' choices='' ask='' release='' args=0 i found as_typed
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$place \${COMP_WORDS[i]}" in
      ${known.join('|')}) place="$place \${COMP_WORDS[i]}"; continue ;;
    esac
    case "\${COMP_WORDS[i-1]}" in
      ${valueFlags(places).join('|')}) continue ;;
    esac
    case "\${COMP_WORDS[i]}" in
      -*) ;;
      *) if ((args == 0)); then release="\${COMP_WORDS[i]}"; fi; args=$((args + 1)) ;;
    esac
  done
  case "$place" in
${choices.join('\n')}
  esac
  case "$place:$args" in
${asks.join('\n')}
  esac
  case "$place $prev" in
${values.join('\n')}
  esac
  COMPREPLY=()
  case "$ask:$cur" in
    :*|*:-*) ;;
    files:*) choices='' ;;
    *) while IFS= read -r found; do
        as_typed="$found"
        if [ -n "\${BASH_VERSION:-}" ]; then printf -v as_typed %q "$found"; fi
        case "$found" in
          '') ;;
          "$cur"*) COMPREPLY+=("$as_typed") ;;
          default/"$cur"*) COMPREPLY+=("\${as_typed#default/}") ;;
          *) case "$as_typed" in "$cur"*) COMPREPLY+=("$as_typed") ;; esac ;;
        esac
      done <<VALUES
$("\${COMP_WORDS[0]}" complete "$ask" \${release:+"$release"} 2>/dev/null)
VALUES
      if [ "$ask" = translations ]; then compopt -o nospace 2>/dev/null; fi ;;
  esac
  if ((\${#COMPREPLY[@]} == 0)); then COMPREPLY=($(compgen -W "$choices" -- "$cur")); fi
  return 0
}
complete -o default -F _${name} ${name}
`;
}

function fishScript(name: string, places: readonly Place[]): string {
  const known = places.slice(1).map(({ path }) => fishQuoted(path));
  const lines = places.flatMap(({ path, commands, options, values, kinds, isVariadic }) => {
    const at = `complete -c ${name} -n ${fishQuoted(`__${name}_at ${fishQuoted(path)}`)}`;
    const isFile = (kind: ArgumentKind | null): boolean => kind === 'files';
    const asks = `(__${name}_ask ${isVariadic ? 'many' : 'one'} ${kinds.map((kind) => (kind === null || isFile(kind) ? '-' : kind)).join(' ')})`;
    return [
      ...commands.map((child) => `${at} -f -a ${child.name()} -d ${fishQuoted(child.description())}`),
      ...values.map((value) => `${at} -f -a ${value}`),
      ...(kinds.some((kind) => kind !== null)
        ? [`${at} ${kinds.some(isFile) ? '' : '-f '}-a ${fishQuoted(asks)}`]
        : []),
      ...options.map((option) => `${at} ${fishOption(name, option)} -d ${fishQuoted(option.description)}`),
    ];
  });
  return `function __${name}_line
  set -l place ''
  set -l before ''
  set -l args
  for word in (commandline -opc)[2..-1]
    switch "$place $word"
      case ${known.join(' ')}
        set place "$place $word"
      case '*'
        if not contains -- "$before" ${valueFlags(places).join(' ')}; and not string match -q -- '-*' "$word"
          set -a args "$word"
        end
    end
    set before "$word"
  end
  printf '%s\\n' "$place" $args
end
function __${name}_at
  set -l line (__${name}_line)
  test "$line[1]" = "$argv[1]"
end
function __${name}_ask
  set -l line (__${name}_line)
  set -l kind $argv[(math (count $line) + 1)]
  if test -z "$kind"; and test "$argv[1]" = many
    set kind $argv[-1]
  end
  if test -n "$kind"; and test "$kind" != -
    ${name} complete $kind $line[2] 2>/dev/null
  end
end
${lines.join('\n')}
`;
}

function fishOption(name: string, option: Option): string {
  const { short, long, argChoices } = option;
  const kind = optionKinds[long ?? ''];
  const values =
    kind === undefined ? argChoices?.join(' ') : `(${name} complete ${kind} (__${name}_line)[2] 2>/dev/null)`;
  return [
    short === undefined ? null : `-s ${short.slice(1)}`,
    long === undefined ? null : `-l ${long.slice(2)}`,
    values === undefined ? (takesValue(option) ? '-r' : null) : `-x -a ${fishQuoted(values)}`,
  ]
    .filter((part) => part !== null)
    .join(' ');
}

const fishQuoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
