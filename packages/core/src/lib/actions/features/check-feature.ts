import { ACTIONS } from '../actions.ts'
import { asError } from '../../errors/auth-error.ts'
import { InvalidConfiguration } from '../../errors/classes.ts'
import { describeKind } from '../../errors/own-function.ts'
import { isObject } from '../../kit/json.ts'
import { checkRecordTable } from '../../records/check-table.ts'
import { recordTables } from '../../records/record-tables.ts'
import { findFaultyActions, findFaultyStep } from './check-actions.ts'
import { type Fault, findFirst, isWord, LONGEST_NAME, MEMBER } from './check-words.ts'
import { findFaultyBudgets } from './check-budgets.ts'
import { findFaultyNeed, findFaultyPoint } from './check-points.ts'
import type { AnyFeature } from '../../types/feature.ts'
import type { RecordTable } from '../../types/records.ts'
import { findFaultyGate } from './check-gate.ts'
import { findFaultyPrincipal, findFaultyWellKnown } from './check-credentials.ts'
import { findFaultyProof } from './check-proofs.ts'
import { findFaultyProvider } from './check-provider.ts'

/** Tables of the library itself. */
const OWN_TABLES: ReadonlySet<string> = new Set(recordTables.map(({ name }) => name))

/** The parts of a feature, and of what kind each is. */
const PARTS: Readonly<Record<keyof AnyFeature, 'string' | 'list' | 'object' | 'function'>> = {
  name: 'string',
  needs: 'list',
  points: 'object',
  budgets: 'object',
  tables: 'list',
  endsWithSessions: 'list',
  actions: 'object',
  account: 'object',
  gate: 'object',
  provider: 'object',
  principal: 'object',
  wellKnown: 'object',
  proofs: 'object',
  mails: 'object',
  errors: 'object',
  texts: 'object',
  translate: 'function',
  operations: 'object',
  actor: 'object',
  system: 'object',
}

type Part = (typeof PARTS)[keyof AnyFeature]

function isOfPart(value: unknown, part: Part): boolean {
  if (part === 'list') return Array.isArray(value)
  if (part === 'object') return isObject(value) && !Array.isArray(value)
  return typeof value === part
}

function findFaultyPart(feature: object): Fault {
  return findFirst(Object.entries(feature), ([name, value]) => {
    if (value === undefined) return undefined
    if (!Object.hasOwn(PARTS, name)) return `\`${name}\` is no part of a feature`
    // An own property of the table is one of its keys.
    const part = PARTS[name as keyof AnyFeature]
    return isOfPart(value, part) ? undefined : `\`${name}\` is ${describeKind(value)}`
  })
}

function findFaultyName({ name }: AnyFeature): Fault {
  if (!isWord(name)) {
    return `its name has to be lower-case words with dashes, up to ${LONGEST_NAME} characters`
  }
  return Object.hasOwn(ACTIONS, name) ? 'its name is that of an action of the library' : undefined
}

/** How the names of its tables begin. */
export const tablePrefix = ({ name }: Pick<AnyFeature, 'name'>): string =>
  `auth_${name.replaceAll('-', '_')}_`

function findFaultyTable(feature: AnyFeature): Fault {
  const { tables = [] } = feature
  const names = tables.map(({ name }) => name)
  return findFirst(tables, (table: RecordTable) => {
    try {
      checkRecordTable(table)
    } catch (error) {
      return asError(error).message.replace(/\.$/, '')
    }
    if (OWN_TABLES.has(table.name)) return `its table "${table.name}" is one of the library`
    const prefix = tablePrefix(feature)
    if (!table.name.startsWith(prefix)) {
      return `the name of its table "${table.name}" has to begin with ${prefix}`
    }
    return names.indexOf(table.name) === names.lastIndexOf(table.name)
      ? undefined
      : `it has the table "${table.name}" twice`
  })
}

const findFaultyEnding = ({ tables = [], endsWithSessions = [] }: AnyFeature): Fault =>
  findFirst(endsWithSessions, (table) =>
    tables.includes(table) && table.owner !== undefined
      ? undefined
      : '`endsWithSessions` names what is none of its tables, or has no owner',
  )

function findFaultyError(feature: AnyFeature): Fault {
  const { errors = {}, texts = {} } = feature
  return findFirst(Object.entries(errors), ([name, error]) => {
    const { status, text }: { status?: unknown; text?: unknown } = isObject(error) ? error : {}
    if (!isWord(name)) return `"${name}" cannot be the name of an error`
    if (!Number.isSafeInteger(status) || Number(status) < 400 || Number(status) > 499) {
      return `the status of its error "${name}" has to be from 400 to 499`
    }
    return typeof text === 'string' && Object.hasOwn(texts, text)
      ? undefined
      : `its error "${name}" has no sentence: "${String(text)}" is not among its texts`
  })
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

const findFaultyText = ({ texts = {} }: AnyFeature): Fault =>
  findFirst(Object.entries(texts), ([name, text]) =>
    isText(text) ? undefined : `its text "${name}" is empty or no text`,
  )

function findFaultyFunction(feature: AnyFeature): Fault {
  const { account, operations = {}, system = {}, actor = {} } = feature
  const open = Object.entries(actor).find(
    ([name, value]) => String(value) !== 'allowed' || !Object.hasOwn(operations, name),
  )
  if (open) return `\`actor\` names "${open[0]}", which is no operation, or does not say "allowed"`
  if (account !== undefined && typeof account.load !== 'function') {
    return 'its `account` has no `load`'
  }
  return findFirst(
    [...Object.entries(operations), ...Object.entries(system)],
    ([name, operation]) => {
      // A promise of an object with it would never come.
      if (!MEMBER.test(name) || name === 'then')
        return `"${name}" cannot be the name of an operation`
      return typeof operation === 'function' ? undefined : `its operation "${name}" is no function`
    },
  )
}

/** What is looked at, in this order: each finds the first thing that is wrong. */
const CHECKS: readonly ((feature: AnyFeature) => Fault)[] = [
  findFaultyPart,
  findFaultyName,
  findFaultyActions,
  findFaultyStep,
  findFaultyGate,
  findFaultyProof,
  findFaultyNeed,
  findFaultyPoint,
  findFaultyBudgets,
  findFaultyTable,
  findFaultyEnding,
  findFaultyText,
  findFaultyError,
  findFaultyProvider,
  findFaultyPrincipal,
  findFaultyWellKnown,
  findFaultyFunction,
]

/** The first thing that is wrong with a feature. */
export const findFault = (feature: AnyFeature): Fault =>
  findFirst(CHECKS, (check) => check(feature))

/**
 * What is given as a feature, where no type has been checked.
 *
 * @throws InvalidConfiguration that names the feature and what is wrong with it
 */
export function checkFeature(value: unknown): AnyFeature {
  if (!isObject(value) || typeof value['name'] !== 'string') {
    throw new InvalidConfiguration(
      `\`features\` has ${describeKind(value)} without a name in it. A feature is what the function of its package gives.`,
    )
  }
  // Its parts are looked at one by one.
  const feature = value as unknown as AnyFeature
  const fault = findFault(feature)
  if (fault === undefined) return feature
  throw new InvalidConfiguration(`The feature "${feature.name}" cannot be used: ${fault}.`)
}
