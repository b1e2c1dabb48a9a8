import { sha256 } from './hash.ts'
import { hexadecimal } from '../kit/hexadecimal.ts'

/**
 * A text of any length and in any script as a key: its SHA-256 hash in hexadecimal, which is the same in every collation. It does not
 * depend on the secret, so that it stays when that is changed.
 */
export const keyOf = async (text: string): Promise<string> => hexadecimal(await sha256(text))

/** By what the waiting sign-ins of a user are found. New users have no id yet. */
export const keyOfUser = async (userId: string | undefined): Promise<string> => keyOf(userId ?? '')
