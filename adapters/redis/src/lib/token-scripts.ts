import { type Script, script } from './script.ts'

// A verification token belongs to nobody and is one key, `KEYS[1]`.

/** `expires member value …`: nothing, or `id` when it is taken. */
export const CREATE_TOKEN: Script = script(`
if exists(KEYS[1]) then return 'id' end
write(KEYS[1], 2)
redis.call('PEXPIREAT', KEYS[1], ARGV[1])
return false
`)

/** The token, which is deleted afterwards, or an empty list. */
export const TAKE_TOKEN: Script = script(`
local token = redis.call('HGETALL', KEYS[1])
redis.call('DEL', KEYS[1])
return token
`)
