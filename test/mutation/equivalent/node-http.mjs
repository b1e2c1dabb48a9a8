const folder = 'packages/core/src/lib/http'

const SHORTER = 'Only a shorter way to the same.'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const nodeHttp = [
  {
    file: `${folder}/node-request.ts`,
    line: 'const addressHosts = createCache<string>({ entries: 64 })',
    original: '{ entries: 64 }',
    reason: 'Only how many are remembered: what is made again is the same.',
  },
  {
    file: `${folder}/node-request.ts`,
    line: 'function repeatedHosts({ rawHeaders = [] }: NodeRequest): readonly string[] {',
    original: '[]',
    reason: 'One text alone has no value behind it.',
  },
  {
    file: `${folder}/node-request.ts`,
    line: "(_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host',",
    original: 'rawHeaders[index - 1]?.toLowerCase',
    replacement: 'rawHeaders[index - 1].toLowerCase',
    reason: 'Before each second text there is another; the compiler does not know.',
  },
  {
    file: `${folder}/incoming.ts`,
    line: "const [, pathname, search = ''] = PLAIN.exec(url) ?? []",
    original: '[]',
    reason: 'The first member, the whole match, is not looked at.',
  },
  {
    file: `${folder}/node-request.ts`,
    line: "return typeof original === 'string' ? original : (message.url ?? '')",
    original: "''",
    reason: 'Neither text is a target.',
  },
  {
    file: `${folder}/node-request.ts`,
    line: "const host = headers['host'] ?? headers[':authority'] ?? ''",
    original: "''",
    reason: 'Neither text can be part of an address.',
  },
  {
    file: `${folder}/node-reply.ts`,
    line: String.raw`const ASCII = /^[\0-\x7f]*$/`,
    original: String.raw`/^[\0-\x7f]*$/`,
    replacement: String.raw`/^[\0-\x7f]$/`,
    reason: SHORTER,
  },
  {
    file: `${folder}/parsed-body.ts`,
    line: String.raw`this.#isJson = /^application\/json\b/i.test(this.headers.get('content-type') ?? '')`,
    original: "''",
    reason: 'Neither text is the type of JSON.',
  },
]
