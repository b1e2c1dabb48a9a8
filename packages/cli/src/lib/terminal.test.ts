import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readDatabaseUrl } from './database-url.ts'
import { createTerminal } from './terminal.ts'

function open() {
  const stdout = new PassThrough()
  const stderr = new PassThrough()
  const terminal = createTerminal({
    stdin: new PassThrough(),
    stdout,
    stderr,
    env: {},
    cwd: () => '.',
  })
  return {
    terminal,
    written: () => `${String(stdout.read() ?? '')}|${String(stderr.read() ?? '')}`,
  }
}

describe('the terminal of the command line', () => {
  it.each([
    { url: 'postgres://u:pa%2Fss@h/d', text: 'pa/ss pa%2Fss', shown: '*** ***' },
    {
      url: 'postgres://u:s3cret@h/d',
      text: 'at postgres://u:s3cret@h/d: s3cret',
      shown: 'at ***: ***',
    },
    {
      url: 'mysql://u@h/d?ssl-key=abcdefghijkl&charset=utf8mb4',
      text: 'abcdefghijkl utf8mb4',
      shown: '*** utf8mb4',
    },
    { url: 'mysql://u:a%zz@h/d', text: 'a%zz', shown: '***' },
  ])('removes the secrets of $url from its output', ({ url, text, shown }) => {
    const { terminal, written } = open()
    terminal.hide(readDatabaseUrl(url).secrets)
    terminal.out(text)
    terminal.err(text)
    expect(written()).toBe(`${shown}|${shown}`)
  })

  it('writes no control character of what a file has, on either stream', () => {
    const { terminal, written } = open()
    const text = 'a\u001B]0;title\u0007 \u001B[2J\u009B31m b\tc\n'
    terminal.out(text)
    terminal.err(text)
    const shown = 'a ]0;title    31m b\tc\n'
    expect(written()).toBe(`${shown}|${shown}`)
  })

  it('names a database by its host, and not by its user', () => {
    const names = [
      'postgres://user:password@db.example:5432/app?sslmode=require',
      'mariadb://user:password@db.example/app',
      'file:./a%20b.db?mode=ro',
    ].map((url) => readDatabaseUrl(url).name)
    expect(names).toEqual([
      'PostgreSQL, db.example:5432/app',
      'MySQL, db.example/app',
      'SQLite in ./a b.db',
    ])
  })
})
