import { describe, expect, test } from 'vitest';
import { machinePathIn } from './machine-path.ts';

describe('of one machine', () => {
  test.each<[string, 'home' | 'drive', string]>([
    ['/Users/mira/orchard/index.js', 'home', '/Users/mira'],
    ['/Users/mira', 'home', '/Users/mira'],
    ['/Users/josé/orchard', 'home', '/Users/josé'],
    ['/home/mira/orchard', 'home', '/home/mira'],
    ['/var/home/mira', 'home', '/var/home/mira'],
    ['/root/.kiln', 'home', '/root'],
    ['/root', 'home', '/root'],
    ['C:\\Users\\Mira\\AppData\\kiln.exe', 'home', 'C:\\Users\\Mira'],
    ['C:/Users/Mira Holm/kiln.exe', 'home', 'C:/Users/Mira Holm'],
    ['C:\\\\Users\\\\Mira', 'home', 'C:\\\\Users\\\\Mira'],
    ['/c/Users/mira', 'home', '/c/Users/mira'],
    ['/mnt/c/Users/mira/kiln', 'home', '/mnt/c/Users/mira'],
    ['\\\\wsl$\\Debian\\home\\mira\\kiln', 'home', '\\\\wsl$\\Debian\\home\\mira'],
    ['D:\\kiln', 'drive', 'D:\\kiln'],
    ['C:\\Program Files\\nodejs\\node.exe', 'drive', 'C:\\Program Files\\nodejs'],
    ['C:\\', 'drive', 'C:\\'],
    ['C:\\Users', 'drive', 'C:\\Users'],
    ['d:/kiln', 'drive', 'd:/kiln'],
    ['/mnt/d/kiln', 'drive', '/mnt/d'],
    // Inside a longer text.
    ['--root=/home/mira/orchard', 'home', '/home/mira'],
    ['-I/opt,/home/mira/orchard', 'home', '/home/mira'],
    ['/usr/bin:/home/mira/bin:/bin', 'home', '/home/mira'],
    ['C:\\bin;D:\\bin', 'drive', 'C:\\bin'],
    ['file:///Users/mira/orchard', 'home', '/Users/mira'],
    ['sqlite:////home/mira/orchard.db', 'home', '/home/mira'],
    ['{"root":"/Users/mira"}', 'home', '/Users/mira'],
    ['cd /home/mira && exec kiln', 'home', '/home/mira'],
    ['@/home/mira/body.json', 'home', '/home/mira'],
    ['/home/user/a /home/mira/b', 'home', '/home/mira'],
  ])('%s', (text, kind, path) => {
    expect(machinePathIn(text)).toEqual({ kind, path });
  });
});

describe('of every machine, or of none', () => {
  test.each([
    '',
    'orchard',
    '/usr/local/bin/kiln',
    '/opt/homebrew/bin/kiln',
    '/rooted',
    '/srv/home/kiln',
    '/home',
    '/home/',
    '/Users/',
    '~/orchard',
    '$HOME/orchard',
    '${HOME}/orchard',
    '/home/$USER/orchard',
    '/home/${USER}',
    '/Users/<you>/orchard',
    '/home/{user}/x',
    '/home/user/orchard',
    '/Users/username',
    '/Users/your-name/orchard',
    '/home/YOUR_USER/x',
    '/home/me',
    '/home/linuxbrew/.linuxbrew/bin/kiln',
    '/home/vscode/kiln',
    '/home/runner/work',
    '/Users/Shared/kiln',
    'C:\\Users\\<you>\\kiln',
    'C:\\Users\\YourName\\kiln',
    'C:\\Users\\%USERNAME%\\kiln',
    'C:\\path\\to\\kiln.exe',
    'C:/path/to/kiln.exe',
    'D:\\...\\kiln',
    'https://orchard.example/home/mira',
    'https://orchard.example/Users/mira',
    'mira@kiln.example:/home/mira/orchard',
    'kiln.example/root/x',
    'id:\\d+',
    'a:\\w*',
    'x:/y',
    'http://orchard.example',
    './home/mira',
    'pages/root/x',
  ])('%s', (text) => {
    expect(machinePathIn(text)).toBeUndefined();
  });
});

test('eight megabytes take no more than a moment', () => {
  for (const piece of [
    '/home/',
    '/home/user:',
    '=/Users/',
    'C:\\Users\\',
    '\\\\wsl$\\',
    'a@b:/home/user/',
    '/root',
  ]) {
    const text = piece.repeat((8 * 1024 * 1024) / piece.length);
    const start = performance.now();
    machinePathIn(text);
    expect(performance.now() - start, piece).toBeLessThan(4000);
  }
});
