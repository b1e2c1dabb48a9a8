import { InvalidRequest } from '../errors/classes.ts'
import type { AuthRequest } from '../types/request.ts'
import type { FeatureInput, FeatureValues } from '../types/feature.ts'

const LONGEST_TEXT = 255

const WHOLE = /^-?\d{1,16}$/

const TRUE: ReadonlySet<unknown> = new Set([true, 'true', 'on', '1'])
const FALSE: ReadonlySet<unknown> = new Set([false, 'false', 'off', '0'])

function readText(given: unknown, max: number): string | undefined {
  return typeof given === 'string' && given.length <= max ? given : undefined
}

function readInt(given: unknown): number | undefined {
  const number = typeof given === 'string' && WHOLE.test(given) ? Number(given) : given
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}

function readBool(given: unknown): boolean | undefined {
  if (TRUE.has(given)) return true
  return FALSE.has(given) ? false : undefined
}

function readGiven(given: unknown, { kind, max = LONGEST_TEXT }: FeatureInput) {
  if (kind === 'int') return readInt(given)
  return kind === 'bool' ? readBool(given) : readText(given, max)
}

const describeInput = ({ kind, max = LONGEST_TEXT }: FeatureInput): string => {
  if (kind === 'int') return 'a whole number'
  return kind === 'bool' ? 'true or false' : `a text of up to ${max} characters`
}

/**
 * The declared inputs of a request, and nothing else of it.
 *
 * @throws InvalidRequest that names the input, and never what was sent
 */
export function readInputs(
  { method, query, body, duplicates }: AuthRequest,
  inputs: Readonly<Record<string, FeatureInput>> = {},
): FeatureValues {
  const source: ReadonlyMap<string, unknown> = method === 'GET' ? query : body
  const entries = Object.entries(inputs).map(([name, input]) => {
    if (duplicates.has(name)) throw new InvalidRequest(`The input "${name}" was sent twice.`)
    // A form sends an empty text for a field that was not filled in.
    const given = source.get(name)
    const isMissing =
      given === undefined || given === null || (given === '' && input.kind !== 'text')
    if (isMissing && input.kind === 'bool') return [name, false] as const
    if (isMissing && input.optional) return [name, undefined] as const
    if (isMissing) throw new InvalidRequest(`The input "${name}" is missing.`)
    const value = readGiven(given, input)
    if (value !== undefined) return [name, value] as const
    throw new InvalidRequest(`The input "${name}" has to be ${describeInput(input)}.`)
  })
  return Object.freeze(Object.fromEntries(entries))
}
