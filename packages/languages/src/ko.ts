import type { LanguageTexts } from '@latchstring/core/types'

/** Korean. Its key in `texts` is `ko`. */
export const ko: LanguageTexts = {
  direction: 'ltr',
  common: {
    home: '홈페이지로 이동',
    toSignIn: '로그인 페이지로 이동',
    reference: '참조 번호: {ref}',
  },
  signIn: {
    title: '로그인',
    to: '{host}(으)로 계속하려면 로그인하세요',
    continueWith: '{name}(으)로 계속하기',
    or: '또는',
    email: '이메일 주소',
    emailExample: 'name@example.com',
    sendLink: '이메일로 로그인 링크 받기',
    submit: '로그인',
    unsupported: '이 브라우저에서는 {name}(으)로 로그인할 수 없습니다.',
    none: '아직 설정된 로그인 방법이 없습니다.',
    code: '코드: {code}',
    lastUsed: '최근 사용',
    showPassword: '비밀번호 표시',
    passkey: '패스키로 로그인',
    unknown: '이 로그인 방법은 여기에 없습니다. 다른 방법을 선택하세요.',
  },
  fields: {
    username: '사용자 이름',
    password: '비밀번호',
    code: '코드',
    oneTimeCode: '일회용 코드',
    name: '이름',
    phone: '전화번호',
  },
  signInErrors: {
    Signin: '로그인하지 못했습니다. 다시 시도하거나 다른 로그인 방법을 선택하세요.',
    OAuthSignin:
      '해당 서비스로 로그인을 시작하지 못했습니다. 잠시 후 다시 시도하거나 다른 방법을 선택하세요.',
    OAuthCallbackError:
      '서비스에서 로그인을 확인해 주지 않았습니다. 다시 시도하거나 다른 로그인 방법을 선택하세요.',
    OAuthCreateAccount:
      '서비스에서 본인임을 확인했지만 여기에 계정을 만들지 못했습니다. 다시 시도하거나 다른 로그인 방법을 선택하세요.',
    EmailCreateAccount:
      '이 이메일 주소로 계정을 만들지 못했습니다. 다시 시도하거나 다른 주소를 사용하세요.',
    Callback: '로그인하는 중에 문제가 발생했습니다. 이 페이지에서 다시 시작해 주세요.',
    OAuthAccountNotLinked:
      '이 이메일 주소를 사용하는 계정이 이미 있습니다. 본인의 계정임을 확인할 수 있도록 이전에 사용한 방법으로 로그인하세요.',
    EmailSignin: '이메일을 보내지 못했습니다. 주소에 오타가 없는지 확인하고 다시 시도하세요.',
    CredentialsSignin: '입력한 정보와 일치하는 계정이 없습니다. 확인하고 다시 시도하세요.',
    SessionRequired: '해당 페이지를 열려면 로그인하세요.',
  },
  present: {
    named: '{name} 계정으로 로그인되어 있습니다.',
    unnamed: '로그인되어 있습니다.',
    other: '다른 계정 사용',
  },
  signInReasons: {
    cancelled: '로그인을 취소했습니다. 언제든지 다시 시도할 수 있습니다.',
    expired: '시간이 너무 오래 걸렸거나 다른 브라우저에서 시작되었습니다. 다시 시작해 주세요.',
    ours: '저희 쪽에 문제가 있으며 사용자의 잘못이 아닙니다. 다른 로그인 방법을 선택하거나 나중에 다시 시도하세요.',
    service:
      '선택한 서비스가 현재 제대로 응답하지 않습니다. 몇 분 후에 다시 시도하거나 다른 로그인 방법을 선택하세요.',
    'other-way':
      '서비스에서 필요한 정보를 모두 제공하지 않아 이 방법으로는 로그인할 수 없습니다. 다른 로그인 방법을 선택하세요.',
  },
  signOut: {
    title: '로그아웃',
    question: '이 브라우저에서 로그아웃하시겠습니까?',
    submit: '로그아웃',
    stay: '로그인 상태 유지',
    nobody: '여기에 로그인되어 있지 않습니다.',
  },
  error: {
    Configuration: {
      title: '로그인할 수 없음',
      message: '이 웹사이트가 올바르게 설정되지 않았습니다. 사용자의 잘못이 아닙니다.',
      advice: '나중에 다시 시도하세요. 문제가 계속되면 웹사이트 운영자에게 알려 주세요.',
    },
    AccessDenied: {
      title: '접근 권한 없음',
      message: '이 계정으로는 여기에 로그인할 수 없습니다.',
      advice: '다른 계정으로 로그인하거나 웹사이트 운영자에게 권한을 요청하세요.',
    },
    Verification: {
      title: '더 이상 유효하지 않은 링크',
      message: '링크가 만료되었거나 이미 사용되었거나 완전하지 않습니다.',
      advice: '로그인 페이지에서 새 링크를 요청하세요.',
    },
    Default: {
      title: '문제가 발생했습니다',
      message: '로그인할 수 없었습니다.',
      advice: '로그인 페이지에서 다시 시작하세요.',
    },
  },
  verifyRequest: {
    title: '이메일을 확인하세요',
    sentTo: '{address}(으)로 메일을 보냈습니다. 메일에 있는 링크를 열어 로그인하세요.',
    sent: '메일을 보냈습니다. 메일에 있는 링크를 열어 로그인하세요.',
    code: '메일에 있는 코드',
    codeHint: '공백, 하이픈, 대소문자는 구분하지 않습니다.',
    submit: '로그인',
    wrongCode: '코드가 올바르지 않거나 더 이상 유효하지 않습니다. 최신 메일과 비교해 보세요.',
    attemptsLeft: '남은 시도 횟수: {count}',
    nothingThere: '몇 분이 지나도 메일이 오지 않았나요? 스팸함을 확인해 보세요.',
    again: '다시 시도하거나 다른 주소 사용',
  },
  confirmLink: {
    title: '본인이 맞나요?',
    question: '{address} 계정으로 로그인하려고 합니다.',
    reason:
      '이 브라우저에서 요청된 링크인지 확실하지 않으므로 여기에서 로그인할 것인지 확인해 주세요.',
    submit: '예, 로그인합니다',
    notMe:
      '본인의 주소가 아니거나 요청한 적이 없나요? 그렇다면 이 페이지를 닫으세요. 아직 아무 일도 일어나지 않았습니다.',
  },
  continueSignIn: {
    title: '한 단계 더',
    message: '{name}에서 돌아왔습니다. 완료하려면 여기에서 계속하세요.',
    submit: '계속',
    notMe: '요청한 적이 없나요? 그렇다면 이 페이지를 닫으세요. 아직 아무 일도 일어나지 않았습니다.',
  },
  endSession: {
    title: '여기에서 로그아웃되었습니다',
    message: '{name}에는 아직 로그인되어 있습니다. 그곳에서도 로그아웃하려면 계속하세요.',
    submit: '{name}(으)로 계속하기',
    stay: '그곳에서는 로그인 상태 유지',
  },
  signedOut: {
    title: '여기에서는 바뀐 것이 없습니다',
    message: '이 로그아웃은 이 브라우저에서 시작되지 않았거나 시작된 지 10분이 넘었습니다.',
  },
  devices: {
    title: '로그인된 기기',
    lead: '더 이상 로그인해 둘 필요가 없는 곳이나 알아볼 수 없는 브라우저에서는 로그아웃하세요.',
    here: '현재 브라우저',
    unknown: '알 수 없는 브라우저',
    browserOn: '{system}의 {browser}',
    signedIn: '로그인: {when}',
    signedInWith: '{name}(으)로 로그인: {when}',
    lastSeen: '마지막 활동: {when}',
    signOut: '로그아웃',
    others: '다른 모든 곳에서 로그아웃',
    all: '모든 곳에서 로그아웃',
  },
  account: {
    title: '로그인 방법',
    lead: '더 이상 사용하지 않는 방법을 삭제하세요. 마지막 방법은 남습니다.',
    synced: '동기화된 패스키',
    oneDevice: '한 기기의 패스키',
    mail: '이메일 링크',
    remove: '삭제',
    rename: '이름 바꾸기',
    name: '패스키 이름',
    save: '저장',
    only: '유일한 로그인 방법이므로 삭제할 수 없습니다.',
  },
  ended: {
    'ended-by-user': '다른 기기에서 이곳의 로그인을 해제했습니다.',
    'signed-out-everywhere': '모든 기기에서 로그아웃하라는 요청이 있어 로그아웃되었습니다.',
    'password-changed': '비밀번호가 변경되어 로그아웃되었습니다.',
    'email-changed': '이메일 주소가 변경되어 로그아웃되었습니다.',
    'account-unlinked': '로그인 방법 하나가 삭제되어 로그아웃되었습니다.',
    'passkey-removed': '패스키가 삭제되어 로그아웃되었습니다.',
    admin: '웹사이트 운영자에 의해 로그아웃되었습니다.',
    'back-channel': '로그인에 사용하는 서비스에서 로그아웃하여 여기에서도 로그아웃되었습니다.',
    'secret-leak': '안전을 위해 모든 사용자가 로그아웃되었습니다. 다시 로그인해 주세요.',
    other: '세션이 종료되었습니다. 다시 로그인해 주세요.',
  },
  problem: {
    400: {
      title: '요청을 처리하지 못했습니다',
      message:
        '요청의 일부가 없거나 읽을 수 없습니다. 뒤로 돌아가 페이지를 새로 고친 후 다시 시도하세요.',
    },
    403: {
      title: '요청이 거부되었습니다',
      message:
        '페이지를 너무 오래 열어 두었거나 다른 곳에서 보낸 요청일 수 있습니다. 뒤로 돌아가 페이지를 새로 고친 후 다시 시도하세요.',
    },
    404: {
      title: '페이지를 찾을 수 없음',
      message:
        '이 주소에는 아무것도 없습니다. 주소에 오타가 없는지 확인하거나 홈페이지에서 시작하세요.',
    },
    405: {
      title: '이 방법으로는 열 수 없음',
      message: '이 주소는 직접 열 수 없습니다. 홈페이지에서 시작해 주세요.',
    },
    413: {
      title: '데이터가 너무 많음',
      message:
        '여기에서 받을 수 있는 것보다 많은 데이터가 전송되었습니다. 입력을 줄여 다시 시도하세요.',
    },
    415: {
      title: '알 수 없는 형식',
      message: '전송된 내용을 읽을 수 없습니다. 뒤로 돌아가 페이지의 양식을 사용하세요.',
    },
    429: {
      title: '시도 횟수가 너무 많음',
      message: '몇 분 기다린 후 다시 시도해 주세요.',
    },
    500: {
      title: '저희 쪽에 문제가 발생했습니다',
      message: '예기치 않은 오류가 발생했습니다. 잠시 후 다시 시도해 주세요.',
    },
    503: {
      title: '지금은 사용할 수 없음',
      message: '시스템 일부에 연결할 수 없습니다. 로그아웃된 것은 아니니 잠시 후 다시 시도하세요.',
    },
  },
  mail: {
    subject: '{host} 로그인',
    button: '로그인',
    link: '버튼이 작동하지 않으면 이 주소를 브라우저에 복사하세요.',
    code: '또는 로그인을 요청한 페이지에 이 코드를 입력하세요.',
    validity: '링크와 코드는 {minutes}분 동안 한 번만 사용할 수 있습니다.',
    ignore:
      '이 메일을 요청하지 않았다면 무시해도 됩니다. 링크나 코드 없이는 아무도 로그인할 수 없습니다.',
  },
}
