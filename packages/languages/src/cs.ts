import type { LanguageTexts } from '@latchstring/core/types'

/** Czech. Its key in `texts` is `cs`. */
export const cs: LanguageTexts = {
  direction: 'ltr',
  common: {
    home: 'Na úvodní stránku',
    toSignIn: 'Zpět na přihlášení',
    reference: 'Referenční kód: {ref}',
    labelled: '{action}: {name}',
    retryAfter: 'Zkuste to později. Zbývající čas: {duration}.',
    notYou: 'Pokud jste to nebyli vy, obraťte se na správce webu.',
  },
  signIn: {
    title: 'Přihlášení',
    to: 'pro pokračování do {host}',
    continueWith: 'Pokračovat přes {name}',
    or: 'nebo',
    email: 'E-mailová adresa',
    emailExample: 'jmeno@example.com',
    sendLink: 'Pokračovat přes e-mail',
    submit: 'Přihlásit se',
    unsupported: 'Tento prohlížeč nepodporuje {name}. Použijte jiný způsob přihlášení.',
    none: 'Přihlášení ještě není nastaveno.',
    code: 'Kód chyby: {code}',
    lastUsed: 'Naposledy použito',
    showPassword: 'Zobrazit heslo',
    passkey: 'Přihlásit se přístupovým klíčem',
    unknown: 'Tento způsob přihlášení není dostupný. Vyberte jiný.',
    wrongEmailOrPassword: 'E-mailová adresa nebo heslo nejsou správné.',
    wrongUsernameOrPassword: 'Uživatelské jméno nebo heslo nejsou správné.',
    unsupportedPasskey:
      'Tento prohlížeč nepodporuje přístupové klíče. Aktualizujte ho nebo použijte jiný způsob přihlášení.',
  },
  fields: {
    username: 'Uživatelské jméno',
    password: 'Heslo',
    code: 'Kód',
    oneTimeCode: 'Jednorázový kód',
    name: 'Jméno',
    phone: 'Telefonní číslo',
  },
  signInErrors: {
    Signin: 'Nepodařilo se vás přihlásit. Zkuste to znovu nebo použijte jiný způsob přihlášení.',
    OAuthSignin:
      'Nepodařilo se spojit s touto službou. Zkuste to za chvíli znovu nebo použijte jiný způsob přihlášení.',
    OAuthCallbackError:
      'Služba přihlášení nedokončila. Zkuste to znovu nebo použijte jiný způsob přihlášení.',
    OAuthCreateAccount:
      'Nepodařilo se vytvořit váš účet. Zkuste to znovu nebo použijte jiný způsob přihlášení.',
    EmailCreateAccount:
      'Nepodařilo se vytvořit váš účet. Zkuste to znovu nebo použijte jinou e-mailovou adresu.',
    Callback: 'Při přihlašování se něco pokazilo. Zkuste to znovu.',
    OAuthAccountNotLinked:
      'Tato e-mailová adresa se už používá s jiným způsobem přihlášení. Přihlaste se tímto způsobem.',
    EmailSignin: 'E-mail se nepodařilo odeslat. Zkontrolujte adresu a zkuste to znovu.',
    CredentialsSignin: 'Přihlašovací údaje nejsou správné. Zkontrolujte je a zkuste to znovu.',
    SessionRequired: 'Pokud chcete pokračovat, přihlaste se.',
  },
  providerErrors: {
    OAuthSignin:
      'Nepodařilo se spojit se službou {name}. Zkuste to za chvíli znovu nebo použijte jiný způsob přihlášení.',
    OAuthCallbackError:
      'Služba {name} přihlášení nedokončila. Zkuste to znovu nebo použijte jiný způsob přihlášení.',
    service:
      'Služba {name} neodpovídá. Zkuste to za několik minut znovu nebo použijte jiný způsob přihlášení.',
    'other-way':
      'Služba {name} neposkytla vše, co k přihlášení potřebujeme. Použijte jiný způsob přihlášení.',
  },
  present: {
    named: 'Jste přihlášeni jako {name}.',
    unnamed: 'Jste přihlášeni.',
    other: 'Použít jiný účet',
  },
  signInReasons: {
    cancelled: 'Přihlášení zrušeno. Zkuste to znovu nebo použijte jiný způsob přihlášení.',
    expired: 'Toto přihlášení vypršelo nebo bylo zahájeno v jiném prohlížeči. Zkuste to znovu.',
    ours: 'Na naší straně se něco pokazilo. Zkuste to později nebo použijte jiný způsob přihlášení.',
    service:
      'Služba neodpovídá. Zkuste to za několik minut znovu nebo použijte jiný způsob přihlášení.',
    'other-way':
      'Služba neposkytla vše, co k přihlášení potřebujeme. Použijte jiný způsob přihlášení.',
    removed: 'Tento přístupový klíč byl z vašeho účtu odebrán. Použijte jiný způsob přihlášení.',
    'step-up': 'Pokud chcete pokračovat, přihlaste se znovu. Chrání to váš účet.',
  },
  signOut: {
    title: 'Odhlášení',
    question: 'Opravdu se chcete odhlásit?',
    submit: 'Odhlásit se',
    stay: 'Neodhlašovat se',
    nobody: 'Nejste přihlášeni.',
  },
  error: {
    Configuration: {
      title: 'Přihlášení není dostupné',
      message: 'V nastavení tohoto webu je problém.',
      advice: 'Zkuste to později. Pokud problém trvá, obraťte se na správce webu.',
    },
    AccessDenied: {
      title: 'Nemáte přístup',
      message: 'Tento účet sem nemá přístup.',
      advice: 'Použijte jiný účet nebo požádejte o přístup správce webu.',
    },
    Verification: {
      title: 'Tento odkaz už neplatí',
      message: 'Možná vypršela jeho platnost nebo už byl použit.',
      advice: 'Přihlaste se znovu a dostanete nový odkaz.',
    },
    Default: {
      title: 'Něco se pokazilo',
      message: 'Nepodařilo se vás přihlásit.',
      advice: 'Zkuste se přihlásit znovu.',
    },
  },
  verifyRequest: {
    title: 'Zkontrolujte e-mail',
    sentTo: 'Poslali jsme e-mail na {address}. Otevřete odkaz v něm nebo níže zadejte kód.',
    sent: 'Poslali jsme vám e-mail. Přihlaste se pomocí odkazu v něm.',
    linkSentTo: 'Poslali jsme e-mail na {address}. Přihlaste se pomocí odkazu v něm.',
    code: 'Kód z e-mailu',
    codeHint: '8 písmen a číslic. Pomlčka ani velká písmena nejsou nutné.',
    submit: 'Přihlásit se',
    wrongCode:
      'Tento kód není správný nebo vypršel. Podívejte se do nejnovějšího e-mailu a zkuste to znovu.',
    attemptsLeft: 'Zbývající pokusy: {count}',
    nothingThere: 'E-mail nedorazil? Podívejte se do spamu.',
    again: 'Poslat znovu nebo použít jinou adresu',
  },
  confirmLink: {
    title: 'Jste to vy?',
    question: 'Přihlašujete se jako {address}.',
    reason: 'Odkaz mohl být vyžádán v jiném prohlížeči. Potvrďte, že se chcete přihlásit zde.',
    submit: 'Ano, přihlásit se',
    notMe:
      'Není to vaše adresa, nebo jste o to nežádali? Zavřete tuto stránku a k přihlášení nedojde.',
  },
  continueSignIn: {
    title: 'Ještě jeden krok',
    message: 'Pokračujte a dokončete přihlášení přes {name}.',
    submit: 'Pokračovat',
    notMe: 'Nežádali jste o to? Zavřete tuto stránku a k přihlášení nedojde.',
  },
  keptForm: {
    title: 'Váš formulář je stále zde',
    message: 'Vyplněné údaje ještě nebyly odeslány.',
    submit: 'Odeslat formulář',
    discard: 'Neodesílat',
  },
  endSession: {
    title: 'Jste odhlášeni',
    message: 'Ve službě {name} jste stále přihlášeni. Odhlásit se i tam?',
    submit: 'Odhlásit se z {name}',
    stay: 'Zůstat přihlášeni v {name}',
  },
  signedOut: {
    title: 'Odhlášení vypršelo',
    message:
      'Bylo zahájeno v jiném prohlížeči nebo před více než deseti minutami. Nic se nezměnilo.',
  },
  devices: {
    title: 'Kde jste přihlášeni',
    lead: 'Odhlaste se z prohlížečů, které nepoznáváte nebo už nepoužíváte.',
    here: 'Tento prohlížeč',
    unknown: 'Neznámý prohlížeč',
    browserOn: '{browser} v systému {system}',
    signedIn: 'Přihlášení: {when}',
    signedInWith: 'Přihlášení přes {name}: {when}',
    lastSeen: 'Naposledy aktivní: {when}',
    signOut: 'Odhlásit',
    others: 'Odhlásit se všude jinde',
    all: 'Odhlásit se všude',
    now: 'Právě aktivní',
  },
  account: {
    title: 'Způsoby přihlášení',
    lead: 'Odeberte ty, které už nepoužíváte. Alespoň jeden musí zůstat.',
    synced: 'Synchronizovaný přístupový klíč',
    oneDevice: 'Přístupový klíč v jednom zařízení',
    mail: 'Odkaz v e-mailu',
    remove: 'Odebrat',
    rename: 'Přejmenovat',
    name: 'Název přístupového klíče',
    save: 'Uložit',
    only: 'Jediný způsob přihlášení nelze odebrat.',
    unused: 'Zatím nepoužito. Než odeberete ostatní způsoby přihlášení, jednou se jím přihlaste.',
    accounts: 'Propojené účty',
    passkeys: 'Přístupové klíče',
    noPasskeys: 'Zatím žádné přístupové klíče.',
    removed: 'Odebráno.',
    renamed: 'Název uložen.',
    signedOut: 'Odhlášeno.',
    tooLongAgo: 'Pro ochranu účtu se před touto změnou přihlaste znovu.',
    failed: 'To se nezdařilo. Zkuste to znovu.',
  },
  ended: {
    'ended-by-user': 'Vaše přihlášení zde bylo ukončeno z jiného zařízení.',
    'signed-out-everywhere': 'Odhlásili jsme vás na všech zařízeních. Přihlaste se znovu.',
    'password-changed':
      'Vaše heslo se změnilo, proto jsme vás odhlásili. Přihlaste se novým heslem.',
    'email-changed':
      'Vaše e-mailová adresa se změnila, proto jsme vás odhlásili. Přihlaste se znovu.',
    'account-unlinked':
      'Jeden ze způsobů přihlášení byl odebrán, proto jsme vás odhlásili. Přihlaste se znovu.',
    'passkey-removed': 'Přístupový klíč byl odebrán, proto jsme vás odhlásili. Přihlaste se znovu.',
    'factor-added':
      'Bylo zapnuto dvoufázové ověření, proto jsme vás odhlásili. Přihlaste se znovu.',
    'factor-removed':
      'Jeden ze způsobů dvoufázového ověření byl odebrán, proto jsme vás odhlásili. Přihlaste se znovu.',
    'recovery-used': 'Váš účet byl obnoven, proto jsme vás odhlásili. Přihlaste se znovu.',
    admin: 'Správce vás odhlásil. Přihlaste se znovu.',
    'back-channel':
      'Odhlásili jste se ze služby, přes kterou se přihlašujete, proto jsme vás odhlásili i z tohoto webu.',
    'secret-leak': 'Pro ochranu účtů jsme všechny odhlásili. Přihlaste se znovu.',
    other: 'Vaše přihlášení skončilo. Přihlaste se znovu.',
  },
  problem: {
    400: {
      title: 'Požadavek se nepodařilo zpracovat',
      message: 'Vraťte se zpět, načtěte stránku znovu a zkuste to ještě jednou.',
    },
    403: {
      title: 'Platnost této stránky vypršela',
      message: 'Vraťte se zpět, načtěte stránku znovu a zkuste to ještě jednou.',
    },
    404: {
      title: 'Stránka nenalezena',
      message: 'Zkontrolujte adresu nebo začněte na úvodní stránce.',
    },
    405: {
      title: 'Tuto stránku nelze otevřít přímo',
      message: 'Začněte na úvodní stránce.',
    },
    413: {
      title: 'Text je příliš dlouhý',
      message: 'Zkraťte zadaný text a zkuste to znovu.',
    },
    415: {
      title: 'Data se nepodařilo přečíst',
      message: 'Vraťte se zpět a použijte formulář na stránce.',
    },
    429: {
      title: 'Příliš mnoho pokusů',
      message: 'Počkejte několik minut a pak to zkuste znovu.',
    },
    500: {
      title: 'Něco se pokazilo',
      message: 'Problém je na naší straně. Zkuste to za chvíli znovu.',
    },
    503: {
      title: 'Dočasně nedostupné',
      message: 'Část našeho systému neodpovídá. Vaše přihlášení trvá. Zkuste to za chvíli znovu.',
    },
    acting: {
      title: 'Jednáte za jiného uživatele',
      message: 'Tato akce teď není dostupná. Jednou se odhlaste a vrátíte se ke svému účtu.',
    },
  },
  mail: {
    subject: 'Přihlášení – {host}',
    button: 'Přihlásit se',
    link: 'Tlačítko nefunguje? Zkopírujte tento odkaz do prohlížeče:',
    code: 'Nebo zadejte tento kód tam, kde jste se začali přihlašovat:',
    validity: 'Platnost: {duration}. Odkaz i kód lze použít jen jednou.',
    ignore: 'Nežádali jste o to? E-mail ignorujte. Odkaz ani kód nikomu nesdělujte.',
    linkValidity: 'Platnost: {duration}. Odkaz lze použít jen jednou.',
    linkIgnore: 'Nežádali jste o to? E-mail ignorujte. Odkaz nikomu nesdělujte.',
  },
}
