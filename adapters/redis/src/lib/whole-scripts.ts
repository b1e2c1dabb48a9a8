import { RECORDS } from './record-scripts.ts'
import { type Script, script } from './script.ts'

// On a single server a script may use any key, so each method is one atomic script. `KEYS[1]` is the prefix of the keys.
const KEYS = `
local function key(kind, id)
  return KEYS[1] .. '{' .. kind .. ':' .. id .. '}'
end

-- Whether the id is in use. An entry whose user was deleted is not.
local function taken(owner)
  return owner and live(key('user', owner))
end

-- Whether another user has an address.
local function has_email(owner, email)
  return taken(owner) and redis.call('HGET', key('user', owner), '#email') == email
end

local function owner_of(token)
  return redis.call('GET', key('session', token))
end

-- A list of what a user owns.
local function list_of(kind, owner)
  return key('user', owner) .. ':' .. kind .. 's'
end

local function owned(kind, owner)
  local found = {}
  for _, id in ipairs(redis.call('ZRANGE', list_of(kind, owner), 0, -1)) do
    if redis.call('HGET', key(kind, id), '#user') == owner then table.insert(found, id) end
  end
  return found
end
`

const whole = (body: string): Script => script(`${KEYS}\n${body.trim()}`)

/** `id email member value …`: nothing, or which of `id` and `email` is taken. */
export const CREATE_USER: Script = whole(`
local id, email = ARGV[1], ARGV[2]
if exists(key('user', id)) then return 'id' end
if email ~= '' then
  if has_email(redis.call('HGET', key('email', email), 'user'), email) then return 'email' end
  redis.call('DEL', key('email', email))
  redis.call('HSET', key('email', email), 'user', id)
end
write(key('user', id), 3)
return false
`)

/** `id`: the user, or an empty list. */
export const READ_USER: Script = whole(`
return read_user(key('user', ARGV[1]))
`)

/** `email`: the user, or an empty list. */
export const READ_USER_BY_EMAIL: Script = whole(`
local id = redis.call('HGET', key('email', ARGV[1]), 'user')
if not id or redis.call('HGET', key('user', id), '#email') ~= ARGV[1] then return {} end
return read_user(key('user', id))
`)

/** `account`: the user, or an empty list. */
export const READ_USER_BY_ACCOUNT: Script = whole(`
local id = redis.call('HGET', key('account', ARGV[1]), '#user')
if not id then return {} end
return read_user(key('user', id))
`)

/** `id given email member value …`, where `given` says whether the address changes: the user, or what is wrong. */
export const UPDATE_USER: Script = whole(`
local id, email = ARGV[1], ARGV[3]
local user = key('user', id)
if not live(user) then return 'missing' end
local before = redis.call('HGET', user, '#email') or ''
if ARGV[2] == '1' and email ~= before then
  if email ~= '' then
    local holder = redis.call('HGET', key('email', email), 'user')
    if holder ~= id and has_email(holder, email) then return 'email' end
    redis.call('DEL', key('email', email))
    redis.call('HSET', key('email', email), 'user', id)
  end
  if before ~= '' and redis.call('HGET', key('email', before), 'user') == id then
    redis.call('DEL', key('email', before))
  end
  redis.call('HDEL', user, '#email', '#claim')
  if email ~= '' then redis.call('HSET', user, '#email', email) end
end
write(user, 4)
return redis.call('HGETALL', user)
`)

/** `id`: deletes the user with all that belongs to it. */
export const DELETE_USER: Script = whole(`${RECORDS}
local id = ARGV[1]
local user = key('user', id)
local email = redis.call('HGET', user, '#email')
if email and redis.call('HGET', key('email', email), 'user') == id then
  redis.call('DEL', key('email', email))
end
for _, kind in ipairs({ 'account', 'authenticator' }) do
  for _, each in ipairs(owned(kind, id)) do redis.call('DEL', key(kind, each)) end
  redis.call('DEL', list_of(kind, id))
end
for _, token in ipairs(redis.call('ZRANGE', user .. ':sessions', 0, -1)) do
  if owner_of(token) == id then redis.call('DEL', key('session', token)) end
  redis.call('DEL', session_of(user, token))
end
remove_rows_of(user, KEYS[1], '1')
forget_rows_of(user)
redis.call('DEL', user, user .. ':sessions')
return false
`)

/** `kind id`: the record, or an empty list. */
export const READ_OWNED: Script = whole(`
return redis.call('HGETALL', key(ARGV[1], ARGV[2]))
`)

/** `kind id owner member value …`: nothing, or `id` when it is taken and `user` when there is no owner. */
export const CREATE_OWNED: Script = whole(`
local kind, id, owner = ARGV[1], ARGV[2], ARGV[3]
local record = key(kind, id)
if not live(key('user', owner)) then return 'user' end
local holder = redis.call('HGET', record, '#user')
if taken(holder) then return 'id' end
if holder then
  redis.call('ZREM', list_of(kind, holder), id)
  redis.call('DEL', record)
end
redis.call('ZADD', list_of(kind, owner), now(), id)
redis.call('HSET', record, '#user', owner)
write(record, 4)
return false
`)

/** `kind id owner member value …`: the record, or what is wrong. The owner stays when it is empty. */
export const UPDATE_OWNED: Script = whole(`
local kind, id, owner = ARGV[1], ARGV[2], ARGV[3]
local record = key(kind, id)
local before = redis.call('HGET', record, '#user')
if not before then return 'missing' end
if owner ~= '' and owner ~= before then
  if not live(key('user', owner)) then return 'user' end
  redis.call('ZREM', list_of(kind, before), id)
  redis.call('ZADD', list_of(kind, owner), now(), id)
  redis.call('HSET', record, '#user', owner)
end
write(record, 4)
return redis.call('HGETALL', record)
`)

/** `id counter member value …`: changes an authenticator, if its counter is lower or both are 0; 1, or 0 otherwise. */
export const USE_AUTHENTICATOR: Script = whole(`
return use(key('authenticator', ARGV[1]), tonumber(ARGV[2]), 3)
`)

/** `kind id`, or `kind id owner`: deletes the record, if it is that user's where one is given. */
export const REMOVE_OWNED: Script = whole(`
local kind, id = ARGV[1], ARGV[2]
local owner = redis.call('HGET', key(kind, id), '#user')
if ARGV[3] and owner ~= ARGV[3] then return false end
if owner then redis.call('ZREM', list_of(kind, owner), id) end
redis.call('DEL', key(kind, id))
return false
`)

/** `kind owner`: the records. */
export const LIST_OWNED: Script = whole(`
local records = {}
for _, id in ipairs(owned(ARGV[1], ARGV[2])) do
  table.insert(records, redis.call('HGETALL', key(ARGV[1], id)))
end
return records
`)

/** `token owner expires member value …`: nothing, or `id` when it is taken and `user` when there is no owner. */
export const CREATE_SESSION: Script = whole(`
local token, owner, expires = ARGV[1], ARGV[2], ARGV[3]
local holder = owner_of(token)
if holder and exists(session_of(key('user', holder), token)) and taken(holder) then return 'id' end
local said = create_session(key('user', owner), token, expires, 4)
if said then return said end
redis.call('SET', key('session', token), owner)
redis.call('PEXPIREAT', key('session', token), expires)
return false
`)

/** `token`: session and user, or nothing unless both are there. */
export const READ_SESSION: Script = whole(`
local owner = owner_of(ARGV[1])
return owner and read_session(key('user', owner), ARGV[1])
`)

/** `token owner expires member value …`: the session, or what is wrong. Owner and expiry stay when they are empty. */
export const UPDATE_SESSION: Script = whole(`
local token, expires = ARGV[1], ARGV[3]
local owner = owner_of(token)
if not owner then return 'missing' end
if ARGV[2] ~= '' and ARGV[2] ~= owner then return 'owner' end
local stored = update_session(key('user', owner), token, expires, 4)
if expires ~= '' and type(stored) == 'table' then redis.call('PEXPIREAT', key('session', token), expires) end
return stored
`)

/** `token from to`: moves the expiry of a session if it still is `from`, and says whether it did. */
export const COMPARE_AND_SET_SESSION: Script = whole(`
local owner = owner_of(ARGV[1])
if not owner then return 0 end
local moved = move_expiry(key('user', owner), ARGV[1], ARGV[2], ARGV[3])
if moved == 1 then redis.call('PEXPIREAT', key('session', ARGV[1]), ARGV[3]) end
return moved
`)

/** `token`: deletes the session. */
export const REMOVE_SESSION: Script = whole(`
local owner = owner_of(ARGV[1])
if owner then remove_session(key('user', owner), ARGV[1]) end
redis.call('DEL', key('session', ARGV[1]))
return false
`)

/** `owner`: the sessions. */
export const LIST_SESSIONS: Script = whole(`
local user, records = key('user', ARGV[1]), {}
for _, token in ipairs(sessions_of(user)) do
  table.insert(records, redis.call('HGETALL', session_of(user, token)))
end
return records
`)

/**
 * `cursor`: deletes the sessions among some of all keys, and gives the cursor to go on from: `0` at the end. What was there from the
 * beginning to the end is found.
 */
export const REMOVE_SOME_SESSIONS: Script = whole(`
local begin = KEYS[1] .. '{session:'
local pattern = string.gsub(begin, '[%*%?%[%]%\\\\]', '\\\\%0') .. '*'
local reply = redis.call('SCAN', ARGV[1], 'MATCH', pattern, 'COUNT', '1000')
for _, name in ipairs(reply[2]) do
  local owner = redis.call('GET', name)
  if owner then remove_session(key('user', owner), string.sub(name, #begin + 1, -2)) end
  redis.call('DEL', name)
end
return reply[1]
`)

/** `owner except`: deletes all but one, and says how many. */
export const REMOVE_SESSIONS: Script = whole(`
local user, count = key('user', ARGV[1]), 0
for _, token in ipairs(sessions_of(user)) do
  if token ~= ARGV[2] then
    count = count + remove_session(user, token)
    redis.call('DEL', key('session', token))
  end
end
return count
`)
