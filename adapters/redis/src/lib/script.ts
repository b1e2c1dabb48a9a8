import { createHash } from 'node:crypto'

/** A script as `EVALSHA` and `EVAL` take it. */
export interface Script {
  readonly text: string
  /** The digest by which the server knows it, in hexadecimal. */
  readonly sha1: string
}

// What scripts of both kinds use. Records are hashes; members that begin with # are the adapter's own. A user has `#email`, the
// address it is found by, and `#claim`, which says which claim on that address is the user's; `#state` of a user is `new` while
// a cluster creates it, and `gone` while one deletes it; reads ignore both.
const COMMON = `
local function exists(name)
  return redis.call('EXISTS', name) == 1
end

local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- What is in ARGV from the position on, into a hash.
local function write(name, position)
  if ARGV[position] then redis.call('HSET', name, unpack(ARGV, position)) end
end

-- A sign-in with an authenticator: counters only rise, but for those that are always 0.
local function use(name, counter, position)
  local stored = tonumber(redis.call('HGET', name, 'counter'))
  if not stored or (counter <= stored and (counter ~= 0 or stored ~= 0)) then return 0 end
  write(name, position)
  return 1
end

local function live(user)
  return exists(user) and not redis.call('HGET', user, '#state')
end

local function read_user(user)
  if not live(user) then return {} end
  return redis.call('HGETALL', user)
end

-- Notes something that expires in a list. It loses what has expired, and expires with the last.
local function note_expiring(name, id, expires)
  redis.call('ZADD', name, expires, id)
  redis.call('ZREMRANGEBYSCORE', name, '-inf', now())
  local last = redis.call('ZRANGE', name, -1, -1, 'WITHSCORES')
  if last[2] then redis.call('PEXPIREAT', name, last[2]) end
end

local function note_session(user, token, expires)
  note_expiring(user .. ':sessions', token, expires)
end

local function session_of(user, token)
  return user .. ':session:' .. token
end

-- Tokens of the sessions of a user that are still there.
local function sessions_of(user)
  local found = {}
  for _, token in ipairs(redis.call('ZRANGE', user .. ':sessions', 0, -1)) do
    if exists(session_of(user, token)) then table.insert(found, token) end
  end
  return found
end

local function create_session(user, token, expires, position)
  if not live(user) then return 'user' end
  if exists(session_of(user, token)) then return 'id' end
  note_session(user, token, expires)
  write(session_of(user, token), position)
  redis.call('PEXPIREAT', session_of(user, token), expires)
  return false
end

local function read_session(user, token)
  local session = redis.call('HGETALL', session_of(user, token))
  if #session == 0 then return false end
  local found = read_user(user)
  if #found == 0 then return false end
  return { session, found }
end

local function update_session(user, token, expires, position)
  local record = session_of(user, token)
  if not exists(record) then return 'missing' end
  if expires ~= '' then note_session(user, token, expires) end
  write(record, position)
  local stored = redis.call('HGETALL', record)
  if expires ~= '' then redis.call('PEXPIREAT', record, expires) end
  return stored
end

local function move_expiry(user, token, from, to)
  local record = session_of(user, token)
  if redis.call('HGET', record, 'expires') ~= '@' .. from then return 0 end
  note_session(user, token, to)
  redis.call('HSET', record, 'expires', '@' .. to)
  redis.call('PEXPIREAT', record, to)
  return 1
end

local function remove_session(user, token)
  redis.call('ZREM', user .. ':sessions', token)
  return redis.call('DEL', session_of(user, token))
end
`

/** A script with the functions that all of them have. */
export function script(body: string): Script {
  const text = `${COMMON}\n${body.trim()}\n`
  return { text, sha1: createHash('sha1').update(text).digest('hex') }
}

// A verification token has no user and one key, `KEYS[1]`.

/** `expires member value …`: nothing, or `id` when it is taken. */
export const CREATE_TOKEN: Script = script(`
if exists(KEYS[1]) then return 'id' end
write(KEYS[1], 2)
redis.call('PEXPIREAT', KEYS[1], ARGV[1])
return false
`)

/** The token, or an empty list. */
export const READ_TOKEN: Script = script(`
return redis.call('HGETALL', KEYS[1])
`)

/** The token, which is deleted afterwards, or an empty list. */
export const TAKE_TOKEN: Script = script(`
local token = redis.call('HGETALL', KEYS[1])
redis.call('DEL', KEYS[1])
return token
`)
