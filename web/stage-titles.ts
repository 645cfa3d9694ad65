import type { StageName } from '../src/domain/stages';

export const stageTitles: Readonly<Record<StageName, string>> = {
  create: 'Create',
  scan: 'Scan terms',
  confirm: 'Confirm terms',
  translate: 'Translate',
  supplement: 'Add languages',
  publish: 'Publish',
  export: 'Export',
  announce: 'Announce',
};
