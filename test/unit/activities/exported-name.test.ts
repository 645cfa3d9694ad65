import { exportedName } from '../../../src/activities/export-place';

const ours = { language: null, prefix: 'game', partial: false };

describe('the name of a file from an archive', () => {
  it.each([
    ['game_ja.ini', { ...ours, language: 'ja' }, 'game_ja.ini'],
    ['ja.ini', { ...ours, language: 'ja' }, 'ja.ini'],
    ['game.ini', ours, 'game.ini'],
    ['game.ini', { ...ours, partial: true, prefix: 'game.ja-ko' }, 'game.ja-ko-game.ini'],
    ['read me.txt', ours, 'game-read me.txt'],
    ['php.ini', ours, 'game-php.ini'],
    ['release.yaml', ours, 'game-release.yaml.txt'],
    ['game.yaml', ours, 'game.yaml.txt'],
    ['ja.sh', { ...ours, language: 'ja' }, 'ja.sh.txt'],
  ])('%s is ours: %j', (name, options, expected) => {
    expect(exportedName(name, options)).toBe(expected);
  });
});
