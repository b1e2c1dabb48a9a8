import { isPlainObject } from '../kit/values.ts'
import type { JsonValue } from '../types/utility.ts'

// Some databases refuse them, and others keep another character.
const UNSTORABLE = /[\0\p{Cs}]/u

/** MariaDB takes up to 31 levels, DynamoDB 32. */
const DEEPEST = 30

/** Whether every store keeps a text as it is. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text)

const isAbsent = (value: unknown): value is undefined => value === undefined

function copyObject(object: object, levels: number): JsonValue | undefined {
  const members = Object.entries(object).filter(([, value]) => !isAbsent(value))
  const copies = members.map(([name, value]) => [name, copy(value, levels)] as const)
  const isFit = copies.every(([name, value]) => isStorable(name) && !isAbsent(value))
  return isFit ? Object.freeze(Object.fromEntries(copies)) : undefined
}

function copyArray(array: readonly unknown[], levels: number): JsonValue | undefined {
  const copies: JsonValue[] = []
  // Not by a method of arrays, which leaves out what was never set.
  for (const member of array) {
    const one = copy(member, levels)
    if (isAbsent(one)) return undefined
    copies.push(one)
  }
  return Object.freeze(copies)
}

function copy(value: unknown, levels: number): JsonValue | undefined {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string') return isStorable(value) ? value : undefined
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (levels === 0) return undefined
  if (Array.isArray(value)) return copyArray(value, levels - 1)
  return isPlainObject(value) ? copyObject(value, levels - 1) : undefined
}

/**
 * A copy that nothing can change, for which each member is read once; `undefined` for what is not the same after it was written as
 * JSON, or is nested deeper than stores take. Members that are `undefined` do not count.
 */
export const copyJson = (value: unknown): JsonValue | undefined => copy(value, DEEPEST)
