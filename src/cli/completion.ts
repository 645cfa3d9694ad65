/**
 * Completion: each shell's script asks this program for the words that fit, one per line, and filters them.
 * Where none fits, the shell offers files.
 */
import type { Argument, Command, Option } from 'commander';
import { visibleValue } from '../domain/text/visible-text';
import type { Ask } from '../operations/backend';
import { command } from './command';
import { define, wordsOf } from './lazy-command';
import { writeStdout } from './terminal/terminal';
import { withBackend } from './with-backend';

/** No variable is called `path` or `words`, because these are special in zsh. */
const bash = `_locrelease() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" tab=$'\\t' found as_typed
  COMPREPLY=()
  while IFS= read -r found; do
    found=\${found%%$tab*}
    as_typed="$found"
    if [ -n "\${BASH_VERSION:-}" ]; then printf -v as_typed %q "$found"; fi
    case "$found" in *=) compopt -o nospace 2>/dev/null ;; esac
    case "$found" in
      '') ;;
      "$cur"*) COMPREPLY+=("$as_typed") ;;
      default/"$cur"*) COMPREPLY+=("\${as_typed#default/}") ;;
      *) case "$as_typed" in "$cur"*) COMPREPLY+=("$as_typed") ;; esac ;;
    esac
  done <<VALUES
$("\${COMP_WORDS[0]}" complete -- "\${COMP_WORDS[@]:1:$COMP_CWORD}" 2>/dev/null)
VALUES
  return 0
}
complete -o default -F _locrelease locrelease
`;

const fish = `function __locrelease_complete
  set -l before (commandline -opc)[2..-1]
  set -l typed (commandline -ct)
  set -l found (locrelease complete -- $before "$typed" 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path "$typed"
  end
end
complete -c locrelease -f -a '(__locrelease_complete)'
`;

const scripts = {
  bash,
  // The bash emulation of zsh suffices and saves a script.
  zsh: `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bash}`,
  fish,
};

export const completion = command({
  choices: { shell: Object.keys(scripts) },
  help: 'In zsh, add this line to ~/.zshrc: source <(locrelease completion zsh)',
  examples: [
    'completion bash > /etc/bash_completion.d/locrelease',
    'completion fish > ~/.config/fish/completions/locrelease.fish',
  ],
  runAlone: (terminal, _options, shell: keyof typeof scripts) =>
    terminal.data({ shell, script: scripts[shell] }, () => scripts[shell].trimEnd()),
});

const MOST_MS = 1000;
const MOST_RELEASES = 200;

/** The user waits for it at each key press: it ends within a second and stays silent about errors. */
export function complete(made: Command): void {
  made.allowUnknownOption().action(async (words: string[]) => {
    const deadline = setTimeout(() => process.exit(), MOST_MS);
    try {
      const offered = new Set(await offers(made.parent ?? made, words));
      if (offered.size > 0) writeStdout([...offered].join('\n'));
    } catch {
      // Completion offers nothing after an error.
    } finally {
      clearTimeout(deadline);
    }
  });
}

/** The last word is still being typed. A tab separates each offer from its description. */
async function offers(program: Command, words: readonly string[]): Promise<string[]> {
  let place = program;
  let option: Option | undefined;
  const args: string[] = [];
  for (const word of words.slice(0, -1)) {
    const isValue = option !== undefined;
    option = isValue
      ? undefined
      : [...place.options, ...program.options].find(
          (each) => takesValue(each) && [each.short, each.long].includes(word),
        );
    if (isValue || word.startsWith('-')) continue;
    const inner = place.commands.find((each) => each.name() === word);
    if (inner === undefined) args.push(word);
    else place = inner;
    await define(place);
  }
  const [release = ''] = args;
  if (option !== undefined) return option.argChoices ?? valuesOf(optionKinds[option.long ?? ''], release);
  const visible = place.createHelp();
  const flags = visible
    .visibleOptions(place)
    .flatMap(({ short, long, description }) =>
      [short, long].flatMap((flag) => (flag === undefined ? [] : [`${flag}\t${description}`])),
    );
  if (words.at(-1)?.startsWith('-')) return flags;
  const argument = argumentAt(place, args.length);
  const kind = argument && kindOf(argument, place);
  if (kind === 'files') return [];
  const found = [
    ...visible
      .visibleCommands(place)
      .filter((each) => each.name() !== 'help')
      .map((each) => `${each.name()}\t${each.description()}`),
    ...(argument?.argChoices ?? (await valuesOf(kind, release))),
  ];
  return found.length > 0 ? found : flags;
}

const takesValue = ({ required, optional }: Option): boolean => required || optional;

function argumentAt({ registeredArguments }: Command, index: number): Argument | undefined {
  const last = registeredArguments.at(-1);
  return registeredArguments[index] ?? (last?.variadic ? last : undefined);
}

type Kind = keyof typeof readers | 'files';

/** By argument name. The shell itself completes files. */
const argumentKinds: Readonly<Record<string, Kind>> = {
  file: 'files',
  directory: 'files',
  from: 'files',
  to: 'files',
  term: 'terms',
  terms: 'terms',
};

const optionKinds: Readonly<Record<string, Kind>> = {
  '--project': 'projects',
  '--languages': 'languages',
  '--translation': 'translations',
  '--add-language': 'languages',
  '--without-language': 'releaseLanguages',
};

function kindOf(argument: Argument, place: Command): Kind | undefined {
  const path = wordsOf(place);
  if (argument.name() === 'id') {
    // These commands act on releases that wait for them; every other command takes any release.
    if (path.startsWith('terms ') && path !== 'terms list') return 'reviews';
    return path === 'resolve' || path === 'retry' ? 'decisions' : 'releases';
  }
  const kind = argumentKinds[argument.name()];
  // Only the terms of a release that was named before can be offered.
  return kind === 'terms' && place.registeredArguments[0]?.name() !== 'id' ? undefined : kind;
}

async function valuesOf(kind: Kind | undefined, release: string): Promise<string[]> {
  if (kind === undefined || kind === 'files') return [];
  const values = await withBackend(({ ask }) => readers[kind](ask, release));
  return values.filter((value) => /^[^\t]+$/.test(value) && visibleValue(value) === value);
}

const readers = {
  releases: (ask: Ask) => releases(ask),
  reviews: (ask: Ask) => releases(ask, 'terms'),
  decisions: (ask: Ask) => releases(ask, 'decision'),
  terms: async (ask: Ask, release: string) =>
    ((await ask('knownTerms', { id: release }))?.terms ?? []).flatMap(({ id, term }) => [id, term]),
  languages: async (ask: Ask) => {
    const [project = 'default'] = await ask('projects', {});
    return (await ask('languages', { project })).map(({ code }) => code);
  },
  releaseLanguages,
  translations: async (ask: Ask, release: string) =>
    (await releaseLanguages(ask, release)).map((language) => `${language}=`),
  projects: (ask: Ask) => ask('projects', {}),
};

async function releases(ask: Ask, waiting?: 'terms' | 'decision'): Promise<string[]> {
  const { releases: found } = await ask('list', { limit: MOST_RELEASES });
  return found
    .filter(({ waitingFor }) => waiting === undefined || waitingFor === waiting)
    .map(({ id }) => id);
}

async function releaseLanguages(ask: Ask, release: string): Promise<string[]> {
  const { languages, comingLanguages } = await ask('status', { id: release });
  return [...languages, ...comingLanguages];
}
