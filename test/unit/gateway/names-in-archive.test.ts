import { namesInArchive } from '../../../src/gateway/console-api/file-routes';

it('files keep their names in an archive, and those of one name are told apart', () => {
  const paths = ['/out/a/game.ini', '/out/b/game.ini', '/out/ja.ini'];
  expect(namesInArchive(paths.map((path) => ({ path })))).toEqual(['game.ini', '2-game.ini', 'ja.ini']);
});
