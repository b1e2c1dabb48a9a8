import { describe, expect, it } from 'vitest'
import { createMysqlReader } from './mysql-reader.ts'
import { createPostgresReader } from './postgres-reader.ts'
import { createRedisReader } from './redis-reader.ts'

/** A message of PostgreSQL: its type, its length without that, and its body. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(type.length + 4)
  head.write(type)
  head.writeInt32BE(body.length + 4, type.length)
  return Buffer.concat([head, body])
}

const postgres = (type: string, ...texts: readonly string[]): Buffer =>
  message(type, Buffer.from(texts.map((text) => `${text}\0`).join('')))

/** The first message of a connection has no type, but a number. */
function postgresGreeting(code: number, body = ''): Buffer {
  const number = Buffer.alloc(4)
  number.writeInt32BE(code)
  return message('', Buffer.concat([number, Buffer.from(body)]))
}

/** A packet of MySQL: the length of its body, its number, and its body. */
function mysql(number: number, body: string): Buffer {
  const head = Buffer.alloc(4)
  head.writeUIntLE(body.length, 0, 3)
  head.writeUInt8(number, 3)
  return Buffer.concat([head, Buffer.from(body, 'latin1')])
}

const STREAMS = [
  {
    name: 'PostgreSQL',
    create: () => createPostgresReader(),
    messages: [
      postgresGreeting(196_608, 'user\0ada\0\0'),
      postgres('Q', 'begin'),
      postgres('P', 'named', 'insert into users', ''),
      postgres('B', '', 'named', ''),
      postgres('D', 'P'),
      postgres('E', '', ''),
      postgres('S'),
      postgres('B', '', 'named', ''),
      postgres('E', '', ''),
      postgres('Q', 'commit'),
      postgres('X'),
    ],
    statements: ['begin', 'insert into users', 'insert into users', 'commit'],
  },
  {
    name: 'MariaDB',
    create: createMysqlReader,
    messages: [
      mysql(1, '\u0003the answer to the greeting'),
      mysql(0, '\u0003begin'),
      mysql(0, '\u0016insert into users'),
      mysql(0, '\u0017\u0007\0\0\0'),
      mysql(0, '\u000E'),
      mysql(0, '\u0003commit'),
      mysql(0, '\u0001'),
    ],
    statements: ['begin', 'statement 7', 'commit'],
  },
  {
    name: 'Redis',
    create: createRedisReader,
    messages: [
      Buffer.from('*2\r\n$5\r\nhello\r\n$1\r\n3\r\n'),
      Buffer.from('*3\r\n$7\r\nEVALSHA\r\n$0\r\n\r\n$4\r\n\r\né\r\n'),
      Buffer.from('*1\r\n$4\r\nPING\r\n'),
    ],
    statements: ['HELLO', 'EVALSHA', 'PING'],
  },
] as const

describe.each(STREAMS)('the reader of the $name protocol', ({ create, messages, statements }) => {
  it('returns every statement of data that arrives in one piece', () => {
    expect(create()(Buffer.concat(messages))).toEqual(statements)
  })

  it('returns every statement of data that arrives one byte at a time', () => {
    const read = create()
    const bytes = Array.from(Buffer.concat(messages))
    const found = bytes.flatMap((byte) => read(Buffer.of(byte)))
    expect(found).toEqual(statements)
  })
})

describe('the reader of the PostgreSQL protocol', () => {
  it('returns the statements of a client whose request for TLS was refused', () => {
    const read = createPostgresReader()
    expect(read(postgresGreeting(80_877_103))).toEqual([])
    expect(read(postgresGreeting(196_608))).toEqual([])
    expect(read(postgres('Q', 'begin'))).toEqual(['begin'])
  })
})
