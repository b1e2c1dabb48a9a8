import { RECORDS } from './record-scripts.ts'
import { type Script, script } from './script.ts'

// In a cluster a script runs on the node of its slot, so each script uses only `KEYS[1]` and keys that begin with it: a user with
// its own records, or one other key. The steps of each method are in `cluster-*.ts`.

/** `email claim milliseconds member value …`: nothing, or `id` when it is taken. With an address it is confirmed in time, or gone. */
export const PREPARE_USER: Script = script(`
if exists(KEYS[1]) then return 'id' end
write(KEYS[1], 4)
if ARGV[1] == '' then return false end
redis.call('HSET', KEYS[1], '#email', ARGV[1], '#claim', ARGV[2], '#state', 'new')
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return false
`)

/** `claim`: 1 when the user who was prepared is one now. */
export const CONFIRM_USER: Script = script(`
local state = redis.call('HMGET', KEYS[1], '#state', '#claim')
if state[1] ~= 'new' or state[2] ~= ARGV[1] then return 0 end
redis.call('HDEL', KEYS[1], '#state')
redis.call('PERSIST', KEYS[1])
return 1
`)

/** `claim`: takes back a user who was prepared, or an address that a user was about to take. */
export const TAKE_BACK: Script = script(`
local state = redis.call('HMGET', KEYS[1], '#state', '#claim', '#next_claim')
if state[1] == 'new' and state[2] == ARGV[1] then redis.call('DEL', KEYS[1]) end
if state[3] == ARGV[1] then redis.call('HDEL', KEYS[1], '#next', '#next_claim', '#until') end
return false
`)

/**
 * `email`: whether the user has an address or is about to: `yes`, `soon` or `no`. After `no` it never will by a claim that it
 * has made: what was about to happen and is late does not happen any more.
 */
export const HOLDS: Script = script(`
local user = redis.call('HMGET', KEYS[1], '#state', '#email', '#next', '#until')
if user[1] ~= 'gone' and user[2] == ARGV[1] then return user[1] == 'new' and 'soon' or 'yes' end
if user[3] ~= ARGV[1] then return 'no' end
if user[1] ~= 'gone' and now() < tonumber(user[4]) then return 'soon' end
redis.call('HDEL', KEYS[1], '#next', '#next_claim', '#until')
return 'no'
`)

/** The user, or an empty list. */
export const READ_USER: Script = script(`
return read_user(KEYS[1])
`)

/** `email`: the user, if that is its address, or an empty list. */
export const READ_USER_WITH_EMAIL: Script = script(`
if redis.call('HGET', KEYS[1], '#email') ~= ARGV[1] then return {} end
return read_user(KEYS[1])
`)

/** 1 when there is such a user. */
export const IS_LIVE: Script = script(`
return live(KEYS[1]) and 1 or 0
`)

/** `email claim milliseconds`: says that the user is about to take an address; nothing, or `missing`. */
export const BEGIN_EMAIL: Script = script(`
if not live(KEYS[1]) then return 'missing' end
redis.call('HSET', KEYS[1], '#next', ARGV[1], '#next_claim', ARGV[2], '#until', now() + ARGV[3])
return false
`)

/**
 * `given email claim member value …`: changes a user. Gives its address and claim before and the user, or what is wrong:
 * `claim` when the address has to be claimed first.
 */
export const UPDATE_USER: Script = script(`
if not live(KEYS[1]) then return 'missing' end
local user = redis.call('HMGET', KEYS[1], '#email', '#claim', '#next', '#next_claim', '#until')
local email, before, claim = ARGV[2], '', ''
if ARGV[1] == '1' and email ~= (user[1] or '') then
  if email ~= '' then
    local ready = user[3] == email and user[4] == ARGV[3] and now() < tonumber(user[5])
    if not ready then return 'claim' end
  end
  before, claim = user[1] or '', user[2] or ''
  redis.call('HDEL', KEYS[1], '#email', '#claim', '#next', '#next_claim', '#until')
  if email ~= '' then redis.call('HSET', KEYS[1], '#email', email, '#claim', ARGV[3]) end
end
write(KEYS[1], 4)
return { before, claim, redis.call('HGETALL', KEYS[1]) }
`)

/**
 * Ends a user: reads no longer find it, and its sessions have ended. Returns the keys of its records elsewhere, which are deleted
 * before {@link FORGET_USER}: address and claim, accounts, authenticators, tokens of sessions, notes of rows that went with the user
 * (each with its sets), and notes of rows elsewhere (each with its table).
 */
export const END_USER: Script = script(`${RECORDS}
local email, claim = unpack(redis.call('HMGET', KEYS[1], '#email', '#claim'))
local accounts = redis.call('ZRANGE', KEYS[1] .. ':accounts', 0, -1)
local authenticators = redis.call('ZRANGE', KEYS[1] .. ':authenticators', 0, -1)
local tokens = redis.call('ZRANGE', KEYS[1] .. ':sessions', 0, -1)
for _, token in ipairs(tokens) do redis.call('DEL', session_of(KEYS[1], token)) end
local notes, rows = remove_rows_of(KEYS[1], '', '0')
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], '#state', 'gone')
if email then redis.call('HSET', KEYS[1], '#email', email, '#claim', claim or '') end
return { { email or '', claim or '' }, accounts, authenticators, tokens, notes, rows }
`)

/** Deletes what is left of a user that was ended. */
export const FORGET_USER: Script = script(`${RECORDS}
if redis.call('HGET', KEYS[1], '#state') ~= 'gone' then return false end
forget_rows_of(KEYS[1])
for _, list in ipairs({ ':accounts', ':authenticators', ':sessions', '' }) do redis.call('DEL', KEYS[1] .. list) end
return false
`)

/** `list id`: notes what a user is going to own, or owns; nothing, or `user` when there is none. A note is never the same again. */
export const NOTE: Script = script(`
if not live(KEYS[1]) then return 'user' end
local name = KEYS[1] .. ':' .. ARGV[1]
local before = redis.call('ZSCORE', name, ARGV[2])
redis.call('ZADD', name, math.max(now(), (tonumber(before) or 0) + 1), ARGV[2])
return false
`)

/** `list id`: the note, or nothing. */
export const READ_NOTE: Script = script(`
return redis.call('ZSCORE', KEYS[1] .. ':' .. ARGV[1], ARGV[2])
`)

/** `list id note`: takes a note back that is the same still. */
export const REMOVE_NOTE: Script = script(`
local name = KEYS[1] .. ':' .. ARGV[1]
if redis.call('ZSCORE', name, ARGV[2]) == ARGV[3] then redis.call('ZREM', name, ARGV[2]) end
return false
`)

/** `list`: ids of what the user owns or once did. */
export const READ_NOTES: Script = script(`
return redis.call('ZRANGE', KEYS[1] .. ':' .. ARGV[1], 0, -1)
`)

/** `owner claim holder claim`: takes a free address, or one of the given holder; otherwise returns its holder and claim. */
export const CLAIM_EMAIL: Script = script(`
local user, claim = unpack(redis.call('HMGET', KEYS[1], 'user', 'claim'))
if user and user ~= ARGV[1] and (user ~= ARGV[3] or (claim or '') ~= ARGV[4]) then
  return { user, claim or '' }
end
redis.call('HSET', KEYS[1], 'user', ARGV[1], 'claim', ARGV[2])
return false
`)

/** `owner claim`: gives an address up. */
export const RELEASE_EMAIL: Script = script(`
local user, claim = unpack(redis.call('HMGET', KEYS[1], 'user', 'claim'))
if user == ARGV[1] and (claim or '') == ARGV[2] then redis.call('DEL', KEYS[1]) end
return false
`)

/** Returns the owner of an address. */
export const READ_EMAIL: Script = script(`
return redis.call('HGET', KEYS[1], 'user')
`)

/** The record, or an empty list. */
export const READ: Script = script(`
return redis.call('HGETALL', KEYS[1])
`)

/** Returns the owner of a record. */
export const READ_OWNER: Script = script(`
return redis.call('HGET', KEYS[1], '#user')
`)

/** `owner holder member value …`: stores a free record, or one of the given holder; otherwise returns its holder. */
export const STORE: Script = script(`
local holder = redis.call('HGET', KEYS[1], '#user')
if holder and holder ~= ARGV[2] then return holder end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], '#user', ARGV[1])
write(KEYS[1], 3)
return false
`)

/** `owner member value …`: changes a record; whose it was and the record, or `missing`. */
export const UPDATE: Script = script(`
local before = redis.call('HGET', KEYS[1], '#user')
if not before then return 'missing' end
if ARGV[1] ~= '' then redis.call('HSET', KEYS[1], '#user', ARGV[1]) end
write(KEYS[1], 2)
return { before, redis.call('HGETALL', KEYS[1]) }
`)

/** `counter member value …`: changes an authenticator, if its counter is lower or both are 0; 1, or 0 otherwise. */
export const USE_AUTHENTICATOR: Script = script(`
return use(KEYS[1], tonumber(ARGV[1]), 2)
`)

/** `owner`: deletes a record, if it is that user's. */
export const REMOVE: Script = script(`
if redis.call('HGET', KEYS[1], '#user') == ARGV[1] then redis.call('DEL', KEYS[1]) end
return false
`)

/** `owner expires`: stores the owner of a session token once; 1, or 0 if the token is taken. */
export const POINT: Script = script(`
if redis.call('SETNX', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('PEXPIREAT', KEYS[1], ARGV[2])
return 1
`)

/** Returns the owner of a session token. */
export const READ_POINTER: Script = script(`
return redis.call('GET', KEYS[1])
`)

/** `expires`: returns the owner of a session token, and extends its lifetime to at least this time. */
export const KEEP_POINTER: Script = script(`
local owner = redis.call('GET', KEYS[1])
if owner and redis.call('PTTL', KEYS[1]) < ARGV[1] - now() then
  redis.call('PEXPIREAT', KEYS[1], ARGV[1])
end
return owner
`)

/** `owner`: deletes the owner of a session token. */
export const REMOVE_POINTER: Script = script(`
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return false
`)

/** `token expires member value …`: nothing, or what is wrong. */
export const CREATE_SESSION: Script = script(`
return create_session(KEYS[1], ARGV[1], ARGV[2], 3)
`)

/** `token`: session and user, or nothing unless both are there. */
export const READ_SESSION: Script = script(`
return read_session(KEYS[1], ARGV[1])
`)

/** `token expires member value …`: the session, or `missing`. */
export const UPDATE_SESSION: Script = script(`
return update_session(KEYS[1], ARGV[1], ARGV[2], 3)
`)

/** `token from to`: 1 when the expiry was moved. */
export const COMPARE_AND_SET_SESSION: Script = script(`
return move_expiry(KEYS[1], ARGV[1], ARGV[2], ARGV[3])
`)

/** `token`: deletes the session. */
export const REMOVE_SESSION: Script = script(`
remove_session(KEYS[1], ARGV[1])
return false
`)

/** The sessions. */
export const LIST_SESSIONS: Script = script(`
local records = {}
for _, token in ipairs(sessions_of(KEYS[1])) do
  table.insert(records, redis.call('HGETALL', session_of(KEYS[1], token)))
end
return records
`)

/** `except`: deletes all sessions but one, and gives their tokens. */
export const REMOVE_SESSIONS: Script = script(`
local removed = {}
for _, token in ipairs(sessions_of(KEYS[1])) do
  if token ~= ARGV[1] then
    remove_session(KEYS[1], token)
    table.insert(removed, token)
  end
end
return removed
`)
