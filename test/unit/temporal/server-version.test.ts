import {
  isNewEnough,
  parseServerVersion,
  requireNewEnoughServer,
} from '../../../src/temporal/server/server-version';
import fc from '../../support/fast-check';
import { useScratch } from '../../support/scratch';
import { writeTool } from '../../support/write-tool';
import { tellsServer } from './fake-tools';

describe('the version of the server inside a CLI', () => {
  it.each([
    ['temporal version 1.8.2 (Server 1.32.1, UI 2.50.1)', [1, 32, 1]],
    ['temporal version 0.0.0-DEV (Server 1.32.1, UI 2.50.1)\n', [1, 32, 1]],
    ['temporal version 1.10.0 (Server 1.33.0-157.0, UI 2.51.0)', [1, 33, 0]],
  ])('is read from %j', (line, version) => {
    expect(parseServerVersion(line)).toEqual(version);
  });

  it.each(['', 'temporal version 1.8.2', 'go version go1.26.8 linux/amd64'])('is not found in %j', (line) => {
    expect(parseServerVersion(line)).toBeNull();
  });

  it('is what was printed, whatever the numbers', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat(), (major, minor, patch) => {
        const line = `temporal version 9.9.9 (Server ${major}.${minor}.${patch}, UI 8.8.8)`;
        expect(parseServerVersion(line)).toEqual([major, minor, patch]);
      }),
    );
  });

  it.each([
    [[1, 31, 99], false],
    [[0, 99, 0], false],
    [[1, 32, 0], true],
    [[1, 100, 0], true],
    [[2, 0, 0], true],
  ] as const)('%j is new enough: %j', (version, expected) => {
    expect(isNewEnough(version)).toBe(expected);
  });

  it('stays new enough when any part of it grows', () => {
    const version = fc.tuple(fc.nat(3), fc.nat(60), fc.nat(60));
    fc.assert(
      fc.property(version, fc.nat(2), fc.nat(9), ([major, minor, patch], part, growth) => {
        const grown = [major, minor, patch].map((n, i) => (i === part ? n + growth : n));
        const [newMajor = 0, newMinor = 0, newPatch = 0] = grown;
        expect(isNewEnough([newMajor, newMinor, newPatch]) || !isNewEnough([major, minor, patch])).toBe(true);
      }),
    );
  });
});

describe('a binary', () => {
  const scratch = useScratch();

  it('is refused by name and version when its server is too old', async () => {
    const binary = await writeTool(scratch.path('temporal'), tellsServer('1.31.2'));
    await expect(requireNewEnoughServer(binary, {})).rejects.toThrow(
      `${binary} has server 1.31.2; 1.32.0 or newer is needed`,
    );
  });

  it('is refused when it fails although it names a good version', async () => {
    const binary = await writeTool(scratch.path('temporal'), `${tellsServer('1.32.1')}; exit 1`);
    await expect(requireNewEnoughServer(binary, {})).rejects.toThrow(`${binary} does not run`);
  });
});
