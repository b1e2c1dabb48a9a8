const folder = 'packages/core/src/lib/sessions'
const devices = 'packages/core/src/lib/flows/devices.ts'
const server = 'packages/core/src/lib/server-sessions.ts'

const REFUSED =
  'The option is refused over an adapter without the capability; the compiler does not know.'
const ENDS = 'Only `none` and `others` are looked for.'
const ORIGIN = 'What is looked up without a request belongs to no address; the type asks for one.'
const OF_TOKEN =
  'Only a session that is sealed has no row, and that says when it began; the compiler does not know.'

/** @type {readonly import('../types.d.ts').Equivalent[]} */
export const sessions = [
  {
    file: devices,
    line: "provider: config.providers.get(device.provider ?? '')?.name ?? device.provider,",
    original: "''",
    reason: 'Neither text is the id of a provider.',
  },
  {
    file: devices,
    line: "const { requireFresh: seconds = FRESH } = typeof devices === 'object' ? devices : {}",
    original: "typeof devices === 'object'",
    replacement: 'true',
    reason: 'A switch has no members that could be read.',
  },
  ...['adapter?.listSessionsByUserId?.(userId)', 'adapter?.listSessionsByUserId', '[]'].map(
    (original) => ({
      file: `${folder}/list.ts`,
      line: 'const rows = (await adapter?.listSessionsByUserId?.(userId)) ?? []',
      original,
      reason: REFUSED,
    }),
  ),
  ...['adapter?.listDevicesByUserId?.(userId)', 'adapter?.listDevicesByUserId', '[]'].map(
    (original) => ({
      file: `${folder}/list.ts`,
      line: 'const devices = (await adapter?.listDevicesByUserId?.(userId)) ?? []',
      original,
      reason: REFUSED,
    }),
  ),
  {
    file: `${folder}/list.ts`,
    line: "const canListRows = session.strategy === 'database' && adapter?.listSessionsByUserId !== undefined",
    original: 'adapter?.listSessionsByUserId',
    reason: 'That strategy has an adapter; the compiler does not know.',
  },
  {
    file: `${folder}/list.ts`,
    line: "label: readLabel(headers?.get('user-agent')),",
    original: 'headers?.get',
    reason:
      'Only a request has a session of its own, and it has headers; the compiler does not know.',
  },
  {
    file: `${folder}/list.ts`,
    line: 'createdAt: signedInAt === undefined ? null : new Date(signedInAt * 1000),',
    original: 'signedInAt === undefined',
    replacement: 'false',
    reason: OF_TOKEN,
  },
  {
    file: `${folder}/sessions.ts`,
    line: 'const isOwn = current !== null && (userId === undefined || userId === owner)',
    original: 'current !== null',
    replacement: 'true',
    reason: 'Without a session there is no owner, and a user is named; the compiler does not know.',
  },
  {
    file: `${folder}/sessions.ts`,
    line: "const spared = ends === 'others' && by === userId ? { except: current?.sessionId } : {}",
    original: 'current?.sessionId',
    reason: 'Whoever is somebody has a session; the compiler does not know.',
  },
  {
    file: server,
    line: 'const nobody = (): RequestSource => ({ headers: new Headers() })',
    original: '{ headers: new Headers() }',
    reason: 'Where there is no request nobody reads its headers; the type asks for them.',
  },
  ...["{ href: 'https://host.invalid', secure: true }", "'https://host.invalid'", 'true'].map(
    (original) => ({
      file: server,
      line: "const origin = { href: 'https://host.invalid', secure: true }",
      original,
      reason: ORIGIN,
    }),
  ),
  {
    file: server,
    line: "return { config, origin, profile: config.secure, jar: new CookieJar('') }",
    original: "''",
    reason: 'Neither text has a cookie.',
  },
  ...['password-reset', 'user-disabled', 'user-deleted'].map((change) => ({
    file: `${folder}/changes.ts`,
    line: `'${change}': { ends: 'all', reason: '${change.startsWith('user') ? 'admin' : 'password-changed'}' },`,
    original: "'all'",
    reason: ENDS,
  })),
]
