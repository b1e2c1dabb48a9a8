import { createHash } from 'node:crypto'

/** A script as `EVALSHA` and `EVAL` take it. */
export interface Script {
  readonly text: string
  /** The digest by which the server knows it, in hexadecimal. */
  readonly sha1: string
}

// Every script gets one key, which carries the prefix and says which slot of a cluster it runs in. Records are hashes;
// besides the members of the record they have `#user`, the id of the owner, or `#email`, the address users are found by.
const COMMON = `
local function key(kind, id)
  return KEYS[1] .. ':' .. kind .. ':' .. id
end

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

-- Whether the id is in use. An entry whose user was deleted is not.
local function taken(owner)
  return owner and exists(key('user', owner))
end

-- Notes what a user owns. An index of records that expire loses those that have, and expires with the last.
local function index(kind, owner, id, expires)
  local name = key(kind .. 's', owner)
  redis.call('ZADD', name, expires or 0, id)
  if not expires then return end
  redis.call('ZREMRANGEBYSCORE', name, '-inf', now())
  local last = redis.call('ZRANGE', name, -1, -1, 'WITHSCORES')
  if last[2] then redis.call('PEXPIREAT', name, last[2]) end
end

local function remove(kind, id, owner)
  redis.call('ZREM', key(kind .. 's', owner), id)
  return redis.call('DEL', key(kind, id))
end

-- Ids of the records of a user that are still there.
local function owned(kind, owner)
  local found = {}
  for _, id in ipairs(redis.call('ZRANGE', key(kind .. 's', owner), 0, -1)) do
    if redis.call('HGET', key(kind, id), '#user') == owner then table.insert(found, id) end
  end
  return found
end
`

function script(body: string): Script {
  const text = `${COMMON}\n${body.trim()}\n`
  return { text, sha1: createHash('sha1').update(text).digest('hex') }
}

/** `kind id`: the record, or an empty list. */
export const READ: Script = script(`
return redis.call('HGETALL', key(ARGV[1], ARGV[2]))
`)

/** `id email member value …`: nothing, or which of `id` and `email` is taken. */
export const CREATE_USER: Script = script(`
local id, email = ARGV[1], ARGV[2]
if exists(key('user', id)) then return 'id' end
if email ~= '' then
  if taken(redis.call('GET', key('email', email))) then return 'email' end
  redis.call('SET', key('email', email), id)
end
write(key('user', id), 3)
return false
`)

/** `email`: the user, or an empty list. */
export const READ_USER_BY_EMAIL: Script = script(`
local id = redis.call('GET', key('email', ARGV[1]))
if not id or redis.call('HGET', key('user', id), '#email') ~= ARGV[1] then return {} end
return redis.call('HGETALL', key('user', id))
`)

/** `account`: the user, or an empty list. */
export const READ_USER_BY_ACCOUNT: Script = script(`
local id = redis.call('HGET', key('account', ARGV[1]), '#user')
if not id then return {} end
return redis.call('HGETALL', key('user', id))
`)

/** `id given email member value …`, where `given` says whether the address changes: the user, or what is wrong. */
export const UPDATE_USER: Script = script(`
local id, email = ARGV[1], ARGV[3]
local user = key('user', id)
if not exists(user) then return 'missing' end
local before = redis.call('HGET', user, '#email') or ''
if ARGV[2] == '1' and email ~= before then
  if email ~= '' then
    if taken(redis.call('GET', key('email', email))) then return 'email' end
    redis.call('SET', key('email', email), id)
  end
  if before ~= '' and redis.call('GET', key('email', before)) == id then
    redis.call('DEL', key('email', before))
  end
  redis.call('HDEL', user, '#email')
end
write(user, 4)
return redis.call('HGETALL', user)
`)

/** `id`: deletes the user with all that belongs to it. */
export const DELETE_USER: Script = script(`
local id = ARGV[1]
local email = redis.call('HGET', key('user', id), '#email')
if email and redis.call('GET', key('email', email)) == id then
  redis.call('DEL', key('email', email))
end
for _, kind in ipairs({ 'account', 'authenticator', 'session' }) do
  for _, each in ipairs(owned(kind, id)) do redis.call('DEL', key(kind, each)) end
  redis.call('DEL', key(kind .. 's', id))
end
redis.call('DEL', key('user', id))
return false
`)

/** `kind id owner expires member value …`: nothing, or `id` when it is taken and `user` when there is no owner. */
export const CREATE_OWNED: Script = script(`
local kind, id, owner, expires = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local record = key(kind, id)
if not exists(key('user', owner)) then return 'user' end
local holder = redis.call('HGET', record, '#user')
if taken(holder) then return 'id' end
if holder then remove(kind, id, holder) end
index(kind, owner, id, expires ~= '' and expires)
write(record, 5)
if expires ~= '' then redis.call('PEXPIREAT', record, expires) end
return false
`)

/** `kind id owner expires member value …`: the record, or what is wrong. Owner and expiry stay when they are empty. */
export const UPDATE_OWNED: Script = script(`
local kind, id, owner, expires = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local record = key(kind, id)
local before = redis.call('HGET', record, '#user')
if not before then return 'missing' end
if owner ~= '' and owner ~= before then
  if not exists(key('user', owner)) then return 'user' end
  local score = redis.call('ZSCORE', key(kind .. 's', before), id)
  redis.call('ZREM', key(kind .. 's', before), id)
  index(kind, owner, id, score and score ~= '0' and score)
  before = owner
end
if expires ~= '' then index(kind, before, id, expires) end
write(record, 5)
local stored = redis.call('HGETALL', record)
if expires ~= '' then redis.call('PEXPIREAT', record, expires) end
return stored
`)

/** `kind id`: deletes a record that belongs to a user. */
export const REMOVE_OWNED: Script = script(`
local owner = redis.call('HGET', key(ARGV[1], ARGV[2]), '#user')
remove(ARGV[1], ARGV[2], owner or '')
return false
`)

/** `kind owner`: the records. */
export const LIST_OWNED: Script = script(`
local records = {}
for _, id in ipairs(owned(ARGV[1], ARGV[2])) do
  table.insert(records, redis.call('HGETALL', key(ARGV[1], id)))
end
return records
`)

/** `kind owner except`: deletes all but one, and says how many. */
export const REMOVE_ALL_OWNED: Script = script(`
local count = 0
for _, id in ipairs(owned(ARGV[1], ARGV[2])) do
  if id ~= ARGV[3] then count = count + remove(ARGV[1], id, ARGV[2]) end
end
return count
`)

/** `token`: session and user, or nothing unless both are there. */
export const READ_SESSION_AND_USER: Script = script(`
local session = redis.call('HGETALL', key('session', ARGV[1]))
if #session == 0 then return false end
local owner = redis.call('HGET', key('session', ARGV[1]), '#user')
if not owner then return { session, {} } end
local user = redis.call('HGETALL', key('user', owner))
if #user == 0 then return false end
return { session, user }
`)

/** `token from to`: moves the expiry of a session if it still is `from`, and says whether it did. */
export const COMPARE_AND_SET_SESSION: Script = script(`
local record = key('session', ARGV[1])
local owner = redis.call('HGET', record, '#user')
if not owner or redis.call('HGET', record, 'expires') ~= '@' .. ARGV[2] then return 0 end
index('session', owner, ARGV[1], ARGV[3])
redis.call('HSET', record, 'expires', '@' .. ARGV[3])
redis.call('PEXPIREAT', record, ARGV[3])
return 1
`)

/** `id expires member value …`: nothing, or `id` when it is taken. */
export const CREATE_TOKEN: Script = script(`
local record = key('token', ARGV[1])
if exists(record) then return 'id' end
write(record, 3)
redis.call('PEXPIREAT', record, ARGV[2])
return false
`)

/** `id`: the token, which is deleted afterwards, or an empty list. */
export const TAKE_TOKEN: Script = script(`
local token = redis.call('HGETALL', key('token', ARGV[1]))
redis.call('DEL', key('token', ARGV[1]))
return token
`)
