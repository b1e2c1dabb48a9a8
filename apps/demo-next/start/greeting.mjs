import { styleText } from 'node:util'

/**
 * @typedef {object} Facts
 * @property {string} appUrl
 * @property {string} mailboxUrl
 * @property {string} issuer
 * @property {readonly import('./settings.mjs').DemoUser[]} users
 * @property {import('./settings.mjs').Settings} settings
 */

/** @typedef {{ text: string, style?: Parameters<typeof styleText>[0] }} Line */

const WIDTH = 70
const color = process.stdout.isTTY && !process.env['NO_COLOR']

/** @type {(line: Line) => string} */
function row({ text, style }) {
  const padded = text.padEnd(WIDTH)
  return `│  ${style !== undefined && color ? styleText(style, padded) : padded}  │`
}

/** @type {(label: string, value: string) => Line} */
const fact = (label, value) => ({ text: `${label.padEnd(22)}${value}` })

const EMPTY = { text: '' }

/** @type {(settings: import('./settings.mjs').Settings) => readonly Line[]} what to run next time */
function variations({ databaseName, strategy }) {
  const database =
    databaseName === 'SQLite'
      ? fact('PostgreSQL instead', 'DATABASE_URL=postgres://…  npm run demo')
      : fact('SQLite instead', 'npm run demo, without DATABASE_URL')
  const sessions =
    strategy === 'database'
      ? fact('Sessions in cookies', 'DEMO_SESSION_STRATEGY=jwt  npm run demo')
      : fact('Sessions in store', 'npm run demo, without DEMO_SESSION_STRATEGY')
  return [database, sessions, fact('Stop', 'Ctrl+C')]
}

/**
 * Writes the box that says where everything is.
 *
 * @param {Facts} facts
 * @returns {string}
 */
export function greeting({ appUrl, mailboxUrl, issuer, users, settings }) {
  /** @type {readonly Line[]} */
  const lines = [
    { text: 'The Latchstring demo is running.', style: 'bold' },
    EMPTY,
    { ...fact('Open', appUrl), style: ['bold', 'cyan'] },
    fact('Create an account', `${appUrl}/api/auth/passwords/sign-up`),
    fact('Two factors, leaving', `${appUrl}/api/auth/account`),
    fact('Page for two factors', `${appUrl}/vault`),
    fact('Mailbox', mailboxUrl),
    fact('Identity provider', issuer),
    fact('Sessions and store', `${settings.strategy}, ${settings.databaseName}`),
    EMPTY,
    ...users.map(({ username, password, role }, index) =>
      fact(index === 0 ? 'Demo users' : '', `${username.padEnd(11)}${password.padEnd(22)}${role}`),
    ),
    EMPTY,
    ...variations(settings),
  ]
  const edge = '─'.repeat(WIDTH + 4)
  return [`╭${edge}╮`, row(EMPTY), ...lines.map(row), row(EMPTY), `╰${edge}╯`].join('\n')
}
