import { APPLICATION_RULES, CODE_RULES, STORE_RULES } from './application-rules.ts'
import type { Entry } from './log.ts'
import { PROVIDER_RULES, UNREACHABLE } from './provider-rules.ts'
import type { Explanation, Rule } from './rule.ts'

const RULES: readonly Rule[] = [
  ...STORE_RULES,
  ...PROVIDER_RULES,
  ...APPLICATION_RULES,
  ...CODE_RULES,
  UNREACHABLE,
]

const say = (text: Rule['cause'], fact: RegExpExecArray, entry: Entry): string =>
  typeof text === 'string' ? text : text(fact, entry)

/**
 * Explains an entry by its facts.
 *
 * @param usual - the fix of its code, where there is no better one
 */
export function explainEntry(entry: Entry, usual: string): Explanation | undefined {
  for (const rule of RULES) {
    if (rule.codes !== undefined && !rule.codes.includes(entry.code ?? '')) continue
    const fact = rule.when.exec(entry.text)
    if (fact === null) continue
    const { id, docs } = rule
    const fix = say(rule.fix, fact, entry)
    return { id, docs, cause: say(rule.cause, fact, entry), fix: fix === '' ? usual : fix }
  }
  return undefined
}
