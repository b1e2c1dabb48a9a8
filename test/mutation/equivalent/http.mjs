const folder = 'packages/core/src/lib/http'

const SHORTER = 'Only a shorter way to the same.'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const http = [
  {
    file: `${folder}/host-kind.ts`,
    line: "['0.0.0.0', 8],",
    original: "'0.0.0.0'",
    replacement: '""',
    reason: 'An empty text is the number zero as well.',
  },
  {
    file: `${folder}/host-kind.ts`,
    line: "const [head = '', tail] = address.split('::')",
    original: "''",
    reason: 'Whatever is split has a first part; the compiler does not know.',
  },
  {
    file: `${folder}/host-kind.ts`,
    line: String.raw`if (/^\d+(?:\.\d+){3}$/.test(name)) return ofAddress(toNumber(name))`,
    original: String.raw`/^\d+(?:\.\d+){3}$/`,
    replacement: String.raw`/\d+(?:\.\d+){3}$/`,
    reason: 'In a URL only an address ends in a number.',
  },
  {
    file: `${folder}/origin-list.ts`,
    line: "const [scheme = '', host = ''] = entry.split('://', 2)",
    original: "''",
    reason: 'Neither text makes an origin.',
  },
  {
    file: `${folder}/origin-list.ts`,
    line: String.raw`const named = /\D/.test(labels.at(-1) ?? '')`,
    original: "''",
    reason: 'Whatever is split has a last part; the compiler does not know.',
  },
  {
    file: `${folder}/origin-list.ts`,
    line: 'return parent !== undefined && parents.has(parent)',
    original: 'parent !== undefined',
    replacement: 'true',
    reason: 'Undefined is not an origin that was given; the compiler does not know.',
  },
  {
    file: `${folder}/request.ts`,
    line: "return json.replaceAll(JSON_STRING, '').split(':').length - 1",
    original: "''",
    reason: 'Neither text has a colon.',
  },
  {
    file: `${folder}/request.ts`,
    line: "const [type = ''] = (request.headers.get('content-type') ?? '').split(';', 1)",
    original: "''",
    reason:
      'Whatever is split has a first part; the compiler does not know. The other empty text is looked at.',
  },
  {
    file: `${folder}/origin.ts`,
    line: "const host = named ?? (url === undefined ? '' : new URL(url).host)",
    original: "''",
    reason: 'Neither text is a host.',
  },
  {
    file: `${folder}/outbound.ts`,
    line: 'reader?.cancel().catch(() => undefined)',
    original: 'reader?.cancel',
    replacement: 'reader.cancel',
    reason: 'What has a size was read; the compiler does not know.',
  },
  {
    file: `${folder}/outbound.ts`,
    line: "signal.addEventListener('abort', stop, { once: true })",
    original: '{ once: true }',
    reason: 'A signal is aborted once.',
  },
  {
    file: `${folder}/outbound.ts`,
    line: "signal.addEventListener('abort', stop, { once: true })",
    original: 'true',
    reason: 'A signal is aborted once.',
  },
  {
    file: `${folder}/outbound.ts`,
    line: "work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))",
    original: "() => signal.removeEventListener('abort', stop)",
    reason: 'It only gives memory back: what has ended cannot be rejected any more.',
  },
  {
    file: `${folder}/outbound.ts`,
    line: "work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))",
    original: "'abort'",
    reason: 'It only gives memory back: what has ended cannot be rejected any more.',
  },
  {
    file: `${folder}/redirect-target.ts`,
    line: "if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined",
    original: "url.protocol !== 'http:' && url.protocol !== 'https:'",
    replacement: 'false',
    reason:
      'Only a path, or a URL that begins with http:// or https://, gets here; the line is a second lock.',
  },
  {
    file: `${folder}/redirect-target.ts`,
    line: "if (typeof target !== 'string' || target === '' || target.length > MAX_LENGTH) return undefined",
    original: "target === ''",
    replacement: 'false',
    reason: 'An empty text is neither absolute nor begins with a slash, and is refused for that.',
  },
  {
    file: `${folder}/redirect-target.ts`,
    line: "if (typeof target !== 'string' || target === '' || target.length > MAX_LENGTH) return undefined",
    original: "''",
    reason: 'Neither this text nor an empty one is absolute or begins with a slash.',
  },
  {
    file: `${folder}/outbound.ts`,
    line: 'return status === 204 || status === 205 || status === 304',
    original: 'status === 304',
    replacement: 'false',
    reason: 'Every status from 300 to 399 has been refused as a redirect before.',
  },
  {
    file: `${folder}/request.ts`,
    line: "if (text === '') return NO_PARAMETERS",
    original: "text === ''",
    replacement: 'false',
    reason: 'Only a shorter way: an empty text has no parameters.',
  },
  {
    file: `${folder}/request.ts`,
    line: "if (text === '') return NO_PARAMETERS",
    original: "''",
    reason: 'Only a shorter way: an empty text has no parameters.',
  },
  {
    file: `${folder}/request.ts`,
    line: 'const query = parseParameters(search.slice(1))',
    original: 'search.slice(1)',
    reason: 'The parser of the platform leaves out a question mark at the beginning itself.',
  },
  {
    file: `${folder}/request.ts`,
    line: "const rest = pathname.startsWith(base) ? pathname.slice(base.length) : ''",
    original: "''",
    reason: 'Neither text is an action.',
  },
  {
    file: `${folder}/origin.ts`,
    line: 'const origins = createCache<Origin>({ entries: 64 })',
    original: '{ entries: 64 }',
    reason: 'Only how many are remembered: what is made again is the same.',
  },
  {
    file: `${folder}/result.ts`,
    line: 'if (headers === undefined && rendered.headers === JSON_HEADERS) return PLAIN_JSON',
    original: 'headers === undefined && rendered.headers === JSON_HEADERS',
    replacement: 'false',
    reason: SHORTER,
  },
  {
    file: `${folder}/result.ts`,
    line: 'headers: cookies.length === 0 ? headers : withCookies(reply),',
    original: 'cookies.length === 0',
    replacement: 'false',
    reason: SHORTER,
  },
  {
    file: `${folder}/paths.ts`,
    line: "const [written = ''] = text.split(/[?#]/, 1)",
    original: "''",
    reason: 'What is split has a first part; the compiler does not know.',
  },
  {
    file: `${folder}/spellings.ts`,
    line: 'const PLAIN = /^\\/(?:[a-z0-9_~-]+(?:\\/[a-z0-9_~-]+)*)?$/',
    original: '/^\\/(?:[a-z0-9_~-]+(?:\\/[a-z0-9_~-]+)*)?$/',
    replacement: '/^\\/(?:[a-z0-9_~-]+(?:\\/[a-z0-9_~-]+)*)$/',
    reason: 'Only a shorter way: the root has no other spelling.',
  },
  {
    file: `${folder}/spellings.ts`,
    line: "(path) => path.replace(/;.*$/, ''),",
    original: '/;.*$/',
    replacement: '/;.*/',
    reason: 'A path has no line breaks, so that what follows reaches its end anyway.',
  },
  {
    file: `${folder}/spellings.ts`,
    line: "(path) => path.replace(/%(?:3f|23).*$/i, ''),",
    original: '/%(?:3f|23).*$/i',
    replacement: '/%(?:3f|23).*/i',
    reason: 'A path has no line breaks, so that what follows reaches its end anyway.',
  },
  {
    file: `${folder}/spellings.ts`,
    line: "(path) => (/\\.segment\\.rsc$/i.test(path) ? path.replace(/\\.segments\\/.*$/i, '') : path),",
    original: '/\\.segments\\/.*$/i',
    replacement: '/\\.segments\\/.*/i',
    reason: 'A path has no line breaks, so that what follows reaches its end anyway.',
  },
  {
    file: `${folder}/spellings.ts`,
    line: "return decodeURIComponent(path) !== ''",
    original: "''",
    reason: 'A path begins with a slash, and is neither text.',
  },
]

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
