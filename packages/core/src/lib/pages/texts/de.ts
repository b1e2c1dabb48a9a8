import type { Texts } from '../../types/texts.ts'

export const de: Texts = {
  lang: 'de',
  direction: 'ltr',
  common: {
    home: 'Zur Startseite',
    toSignIn: 'Zur Anmeldung',
    reference: 'Referenz: {ref}',
  },
  signIn: {
    title: 'Anmelden',
    to: 'weiter zu {host}',
    continueWith: 'Weiter mit {name}',
    or: 'oder',
    email: 'E-Mail-Adresse',
    emailExample: 'name@example.com',
    sendLink: 'Anmeldelink per E-Mail senden',
    submit: 'Anmelden',
    unsupported: 'Die Anmeldung mit {name} funktioniert in diesem Browser nicht.',
    none: 'Hier ist noch keine Anmeldung eingerichtet.',
    code: 'Code: {code}',
    lastUsed: 'Zuletzt verwendet',
    showPassword: 'Passwort anzeigen',
    passkey: 'Mit einem Passkey anmelden',
    unknown: 'Diese Art der Anmeldung gibt es hier nicht. Bitte wählen Sie eine andere.',
  },
  fields: {
    username: 'Benutzername',
    password: 'Passwort',
    code: 'Code',
    oneTimeCode: 'Einmalcode',
    name: 'Name',
    phone: 'Telefonnummer',
  },
  signInErrors: {
    Signin:
      'Die Anmeldung hat nicht geklappt. Versuchen Sie es noch einmal oder wählen Sie einen anderen Weg.',
    OAuthSignin:
      'Die Anmeldung bei diesem Dienst konnte nicht gestartet werden. Warten Sie kurz und versuchen Sie es erneut, oder wählen Sie einen anderen Weg.',
    OAuthCallbackError:
      'Der Dienst hat Ihre Anmeldung nicht bestätigt. Versuchen Sie es erneut oder wählen Sie einen anderen Weg.',
    OAuthCreateAccount:
      'Der Dienst hat Ihre Identität bestätigt, aber hier konnte kein Konto für Sie angelegt werden. Versuchen Sie es erneut oder wählen Sie einen anderen Weg.',
    EmailCreateAccount:
      'Für diese E-Mail-Adresse konnte kein Konto angelegt werden. Versuchen Sie es erneut oder nehmen Sie eine andere Adresse.',
    Callback:
      'Während der Anmeldung ist etwas schiefgegangen. Bitte beginnen Sie auf dieser Seite von vorn.',
    OAuthAccountNotLinked:
      'Zu dieser E-Mail-Adresse gibt es schon ein Konto. Melden Sie sich so an wie bisher, damit wir wissen, dass es Ihres ist.',
    EmailSignin:
      'Die E-Mail konnte nicht gesendet werden. Prüfen Sie die Adresse auf Tippfehler und versuchen Sie es erneut.',
    CredentialsSignin:
      'Zu Ihren Angaben gibt es kein passendes Konto. Prüfen Sie sie und versuchen Sie es erneut.',
    SessionRequired: 'Bitte melden Sie sich an, um diese Seite zu öffnen.',
  },
  present: {
    named: 'Sie sind als {name} angemeldet.',
    unnamed: 'Sie sind angemeldet.',
    other: 'Anderes Konto verwenden',
  },
  signInReasons: {
    cancelled: 'Sie haben die Anmeldung abgebrochen. Sie können es jederzeit erneut versuchen.',
    expired:
      'Das hat zu lange gedauert oder wurde in einem anderen Browser begonnen. Bitte beginnen Sie noch einmal.',
    ours: 'Bei uns funktioniert gerade etwas nicht; an Ihnen liegt es nicht. Wählen Sie einen anderen Weg oder versuchen Sie es später noch einmal.',
    service:
      'Der gewählte Dienst antwortet zurzeit nicht richtig. Versuchen Sie es in einigen Minuten erneut oder wählen Sie einen anderen Weg.',
    'other-way':
      'Auf diesem Weg können wir Sie nicht anmelden, denn der Dienst hat uns nicht alles Nötige mitgeteilt. Bitte wählen Sie einen anderen Weg.',
  },
  signOut: {
    title: 'Abmelden',
    question: 'Möchten Sie sich in diesem Browser abmelden?',
    submit: 'Abmelden',
    stay: 'Angemeldet bleiben',
    nobody: 'Sie sind hier nicht angemeldet.',
  },
  error: {
    Configuration: {
      title: 'Anmeldung nicht verfügbar',
      message: 'Diese Website ist nicht richtig eingerichtet. Es liegt nicht an Ihnen.',
      advice:
        'Versuchen Sie es später noch einmal. Bleibt es dabei, sagen Sie bitte den Betreibern der Website Bescheid.',
    },
    AccessDenied: {
      title: 'Kein Zugang',
      message: 'Mit diesem Konto können Sie sich hier nicht anmelden.',
      advice:
        'Melden Sie sich mit einem anderen Konto an oder bitten Sie die Betreiber der Website um Zugang.',
    },
    Verification: {
      title: 'Dieser Link gilt nicht mehr',
      message: 'Er ist abgelaufen, wurde schon benutzt oder ist unvollständig.',
      advice: 'Fordern Sie auf der Anmeldeseite einen neuen an.',
    },
    Default: {
      title: 'Etwas ist schiefgegangen',
      message: 'Sie konnten nicht angemeldet werden.',
      advice: 'Beginnen Sie auf der Anmeldeseite noch einmal von vorn.',
    },
  },
  verifyRequest: {
    title: 'Sehen Sie in Ihr Postfach',
    sentTo:
      'Eine Nachricht an {address} ist unterwegs. Öffnen Sie den Link darin, um sich anzumelden.',
    sent: 'Eine Nachricht an Sie ist unterwegs. Öffnen Sie den Link darin, um sich anzumelden.',
    code: 'Code aus der Nachricht',
    codeHint: 'Leerzeichen, Striche und Kleinschreibung spielen keine Rolle.',
    submit: 'Anmelden',
    wrongCode:
      'Dieser Code ist falsch oder nicht mehr gültig. Vergleichen Sie ihn mit der neuesten Nachricht.',
    attemptsLeft: 'Verbleibende Versuche: {count}',
    nothingThere: 'Nach einigen Minuten noch nichts da? Sehen Sie im Spam-Ordner nach.',
    again: 'Erneut versuchen oder andere Adresse angeben',
  },
  confirmLink: {
    title: 'Sind Sie das?',
    question: 'Sie melden sich gleich als {address} an.',
    reason:
      'Es steht nicht fest, dass der Link in diesem Browser angefordert wurde. Bitte bestätigen Sie, dass Sie sich hier anmelden möchten.',
    submit: 'Ja, anmelden',
    notMe:
      'Nicht Ihre Adresse, oder Sie haben das nicht angefordert? Dann schließen Sie diese Seite: Es ist noch nichts geschehen.',
  },
  continueSignIn: {
    title: 'Noch ein Schritt',
    message: 'Sie sind zurück von {name}. Fahren Sie hier fort, um abzuschließen.',
    submit: 'Weiter',
    notMe:
      'Sie haben das nicht angefordert? Dann schließen Sie diese Seite: Es ist noch nichts geschehen.',
  },
  endSession: {
    title: 'Sie sind hier abgemeldet',
    message: 'Bei {name} sind Sie noch angemeldet. Fahren Sie fort, um sich auch dort abzumelden.',
    submit: 'Weiter zu {name}',
    stay: 'Dort angemeldet bleiben',
  },
  signedOut: {
    title: 'Hier hat sich nichts geändert',
    message:
      'Diese Abmeldung wurde nicht in diesem Browser begonnen oder vor mehr als zehn Minuten.',
  },
  devices: {
    title: 'Wo Sie angemeldet sind',
    lead: 'Melden Sie sich überall ab, wo Sie nicht mehr angemeldet sein müssen oder den Browser nicht kennen.',
    here: 'Dieser Browser',
    unknown: 'Unbekannter Browser',
    browserOn: '{browser} unter {system}',
    signedIn: 'Angemeldet: {when}',
    signedInWith: 'Angemeldet mit {name}: {when}',
    lastSeen: 'Zuletzt aktiv: {when}',
    signOut: 'Abmelden',
    others: 'Überall sonst abmelden',
    all: 'Überall abmelden',
  },
  account: {
    title: 'So melden Sie sich an',
    lead: 'Entfernen Sie, was Sie nicht mehr verwenden. Der letzte Weg bleibt.',
    synced: 'Synchronisierter Passkey',
    oneDevice: 'Passkey auf einem Gerät',
    mail: 'Link per E-Mail',
    remove: 'Entfernen',
    rename: 'Umbenennen',
    name: 'Name des Passkeys',
    save: 'Speichern',
    only: 'Das ist Ihr einziger Weg zur Anmeldung und kann nicht entfernt werden.',
  },
  ended: {
    'ended-by-user': 'Sie wurden von einem anderen Gerät aus hier abgemeldet.',
    'signed-out-everywhere':
      'Sie wurden abgemeldet, weil die Abmeldung auf allen Geräten angefordert wurde.',
    'password-changed': 'Sie wurden abgemeldet, weil das Passwort geändert wurde.',
    'email-changed': 'Sie wurden abgemeldet, weil die E-Mail-Adresse geändert wurde.',
    'account-unlinked': 'Sie wurden abgemeldet, weil eine Anmeldemöglichkeit entfernt wurde.',
    'passkey-removed': 'Sie wurden abgemeldet, weil ein Passkey entfernt wurde.',
    admin: 'Die Betreiber dieser Website haben Sie abgemeldet.',
    'back-channel':
      'Sie wurden abgemeldet, weil Sie sich bei dem Dienst abgemeldet haben, mit dem Sie sich anmelden.',
    'secret-leak': 'Zur Sicherheit wurden alle abgemeldet. Bitte melden Sie sich wieder an.',
    other: 'Ihre Sitzung wurde beendet. Bitte melden Sie sich wieder an.',
  },
  problem: {
    400: {
      title: 'Das hat nicht geklappt',
      message:
        'Ein Teil der Anfrage fehlte oder war nicht lesbar. Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es erneut.',
    },
    403: {
      title: 'Anfrage abgelehnt',
      message:
        'Vielleicht war die Seite zu lange offen, oder die Anfrage kam von anderswo. Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es erneut.',
    },
    404: {
      title: 'Seite nicht gefunden',
      message:
        'Unter dieser Adresse gibt es nichts. Prüfen Sie sie auf Tippfehler oder beginnen Sie auf der Startseite.',
    },
    405: {
      title: 'So geht es nicht',
      message:
        'Diese Adresse kann nicht direkt geöffnet werden. Bitte beginnen Sie auf der Startseite.',
    },
    413: {
      title: 'Zu viele Daten',
      message:
        'Es wurde mehr gesendet, als hier angenommen wird. Kürzen Sie Ihre Eingaben und versuchen Sie es erneut.',
    },
    415: {
      title: 'Unbekanntes Format',
      message:
        'Das Gesendete kann hier nicht gelesen werden. Gehen Sie zurück und benutzen Sie das Formular auf der Seite.',
    },
    429: {
      title: 'Zu viele Versuche',
      message: 'Bitte warten Sie einige Minuten und versuchen Sie es dann erneut.',
    },
    500: {
      title: 'Bei uns ist etwas schiefgegangen',
      message:
        'Ein unerwarteter Fehler ist aufgetreten. Bitte versuchen Sie es gleich noch einmal.',
    },
    503: {
      title: 'Gerade nicht verfügbar',
      message:
        'Ein Teil unseres Systems ist nicht erreichbar. Sie wurden nicht abgemeldet; versuchen Sie es gleich noch einmal.',
    },
  },
  mail: {
    subject: 'Anmelden bei {host}',
    button: 'Anmelden',
    link: 'Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:',
    code: 'Oder geben Sie diesen Code auf der Seite ein, auf der Sie sich anmelden wollten:',
    validity: 'Link und Code gelten einmal, {minutes} Min. lang.',
    ignore:
      'Wenn Sie diese Nachricht nicht angefordert haben, können Sie sie ignorieren. Ohne Link oder Code wird niemand angemeldet.',
  },
}
