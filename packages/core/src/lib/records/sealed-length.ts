import { boundLength } from '../crypto/bound-length.ts'
import type { RecordField } from '../types/records.ts'

/** The longest `text`, unless the field says otherwise. */
export const LONGEST_TEXT = 255

/**
 * The characters that a store has to have room for: of a field that is sealed, more than its feature may write.
 *
 * @param field - one of the kind `text`
 *
 * @example
 * ```ts
 * import { storedLength } from '@latchstring/core/adapters'
 *
 * storedLength({ kind: 'text', max: 100 }) // 100
 * storedLength({ kind: 'text', max: 100, secret: 'sealed' }) // 501
 * ```
 */
export const storedLength = ({ max = LONGEST_TEXT, secret }: RecordField): number =>
  secret === 'sealed' ? boundLength(max) : max
