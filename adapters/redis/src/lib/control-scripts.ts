import { type Script, script } from './script.ts'

// Each script uses only `KEYS[1]` and keys that begin with it, so it is atomic on a single server and in a cluster.

// The feed is a hash with its name and the last number; `:entries` has entries by number, `:expiring` by the time at which they
// may go, and `:of:` the greatest generation of each key. A feed that the server has lost gets another name, which
// invalidates old cursors.

/** `name (key generation expires entry)…`: appends entries. Those that have expired go. */
export const APPEND: Script = script(`
local entries, expiring = KEYS[1] .. ':entries', KEYS[1] .. ':expiring'
if redis.call('HSETNX', KEYS[1], 'name', ARGV[1]) == 1 then
  local top = redis.call('ZRANGE', entries, -1, -1, 'WITHSCORES')
  if top[2] then redis.call('HSET', KEYS[1], 'last', top[2]) end
end
for at = 2, #ARGV, 4 do
  local generation, expires, entry = ARGV[at + 1], ARGV[at + 2], ARGV[at + 3]
  local number = redis.call('HINCRBY', KEYS[1], 'last', 1)
  local member = string.format('%.0f', number) .. ' ' .. entry
  redis.call('ZADD', entries, number, member)
  redis.call('ZADD', expiring, expires, member)
  local greatest = KEYS[1] .. ':of:' .. ARGV[at]
  local before = redis.call('HGET', greatest, 'generation')
  if not before or tonumber(before) <= tonumber(generation) then
    redis.call('HSET', greatest, 'generation', generation, 'entry', entry)
  end
  local left = redis.call('PTTL', greatest)
  if left < 0 or left < tonumber(expires) - now() then
    redis.call('PEXPIREAT', greatest, expires)
  end
end
for _, member in ipairs(redis.call('ZRANGEBYSCORE', expiring, '-inf', now(), 'LIMIT', 0, 1000)) do
  redis.call('ZREM', entries, member)
  redis.call('ZREM', expiring, member)
end
return false
`)

/** `name number limit`: the name of the feed and entries after a number, each with its own; nothing without a feed. */
export const LIST: Script = script(`
local name = redis.call('HGET', KEYS[1], 'name')
if not name then return false end
local after = ARGV[1] == name and ARGV[2] or '0'
return { name, redis.call('ZRANGEBYSCORE', KEYS[1] .. ':entries', '(' .. after, '+inf', 'LIMIT', 0, ARGV[3]) }
`)

/** `key`: the entry with the greatest generation. */
export const READ_GREATEST: Script = script(`
return redis.call('HGET', KEYS[1] .. ':of:' .. ARGV[1], 'entry')
`)

/** `interval burst now`: milliseconds to wait, or 0 when a point was taken. By the clock of the caller, also where it goes. */
export const SPEND: Script = script(`
local interval, burst, moment = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local tat = tonumber(redis.call('GET', KEYS[1]) or '0')
local next_tat = math.max(tat, moment) + interval
local wait = next_tat - moment - burst
if wait > 0 then return wait end
if next_tat <= moment then
  redis.call('DEL', KEYS[1])
  return 0
end
redis.call('SET', KEYS[1], string.format('%.0f', next_tat), 'PX', string.format('%.0f', next_tat - moment))
return 0
`)

/** What the server says of its memory. */
export const READ_MEMORY: Script = script(`
return redis.call('INFO', 'memory')
`)
