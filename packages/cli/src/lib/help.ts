import type { OptionSpec, OptionSpecs } from './arguments.ts'

/** How wide the left side of a list of options is. */
const LEFT = 28

/** Options as lines of a help text. */
export function optionLines(specs: OptionSpecs): string {
  return Object.entries(specs)
    .map(([name, { value, short, help }]) => {
      const long = value === undefined ? `--${name}` : `--${name} ${value}`
      const left = `  ${short === undefined ? '    ' : `-${short}, `}${long}`
      const [first = '', ...more] = help.split('\n')
      const head =
        left.length < LEFT + 2 ? left.padEnd(LEFT + 2) : `${left}\n${' '.repeat(LEFT + 2)}`
      return [`${head}${first}`, ...more.map((line) => `${' '.repeat(LEFT + 2)}${line}`)].join('\n')
    })
    .join('\n')
}

/** Options that every command has. */
export const COMMON_OPTIONS: Readonly<Record<'help', OptionSpec>> = {
  help: { short: 'h', help: 'show this help' },
}

/** The option that names a database. */
export const DATABASE_URL: { readonly value: string; readonly help: string } = {
  value: 'URL',
  help: 'the database. Default: DATABASE_URL, of the environment\nor of .env.local, .env and the like',
}

/** The URLs of databases, as lines of a help text. */
export const DATABASE_URLS = `  postgres://user:password@host:5432/database    with the package pg
  mysql://user:password@host:3306/database       with the package mysql2, also for MariaDB
  file:./data.db                                 with the package @libsql/client`
