import { formatNumber } from '#contract/numbers.ts'
import { MAX_EVENTS, type EventColor } from '#contract/calendar/events.ts'

const count = (number: number, one: string, many: string): string =>
  `${formatNumber(number)} ${number === 1 ? one : many}`

const quoted = (title: string): string => (title === '' ? 'an event without a title' : `“${title}”`)

export const texts = {
  untitled: '(No title)',
  today: 'Today',
  newEvent: 'New event',
  more: 'More',
  views: { label: 'View', month: 'Month', week: 'Week', day: 'Day', agenda: 'Agenda' },
  previous: {
    month: 'Previous month',
    week: 'Previous week',
    day: 'Previous day',
    agenda: 'Previous four weeks',
  },
  next: { month: 'Next month', week: 'Next week', day: 'Next day', agenda: 'Next four weeks' },
  allDay: 'All day',
  now: 'Now',
  until: (time: string) => `Until ${time}`,
  events: (number: number) => (number === 0 ? 'no events' : count(number, 'event', 'events')),
  moreEvents: (number: number) => `+${number} more`,
  moreEventsOn: (number: number, day: string) => `${number} more on ${day}`,
  eventsOn: (day: string) => `Events on ${day}`,
  nothingOn: 'Nothing planned',
  nothingSoon: 'Nothing planned in these four weeks',
  slot: (day: string, time: string) => `${day}, ${time}`,
  resize: (title: string) => `Change the end of ${quoted(title)}`,
  storage: {
    notKept: 'Not saved in this browser',
    notKeptHint:
      'Its storage is full or blocked. Changes last until this page is closed; export the calendar to keep them.',
    failed: 'Saved in this browser only. Trying again.',
    unread: 'We couldn’t load your account’s events. Trying again.',
    refused: (number: number) =>
      `${count(number, 'event is', 'events are')} saved in this browser only`,
    refusedHint: `Your account holds up to ${formatNumber(MAX_EVENTS)} events. Very long ones don’t fit.`,
    damaged: 'We couldn’t read the saved calendar',
    damagedHint:
      'It stays in this browser’s storage. Events that your account has are loaded again.',
    unreadable: (number: number) =>
      `We couldn’t read ${count(number, 'saved event', 'saved events')}`,
    unreadableHint: 'They stay in this browser’s storage; nothing of them is lost.',
  },
  form: {
    newTitle: 'New event',
    editTitle: 'Edit event',
    title: 'Title',
    titleHint: 'Like “Lunch tomorrow at 1”',
    setTimes: (times: string) => `Set to ${times}`,
    keepTimes: 'Keep the times below',
    allDay: 'All day',
    starts: 'Starts',
    ends: 'Ends',
    startDay: 'Start date',
    startTime: 'Start time',
    endDay: 'End date',
    endTime: 'End time',
    repeat: 'Repeat',
    repeatEnds: 'Until',
    weekDays: 'On',
    untilDay: 'Last date',
    times: 'How many times',
    reminder: 'Reminder',
    color: 'Color',
    place: 'Location',
    notes: 'Notes',
    discardNew: 'Discard this event?',
    discardChanges: 'Discard your changes?',
    cancel: 'Cancel',
    save: 'Save',
    delete: 'Delete',
    badDate: 'Give a date and a time',
    endsEarly: 'It has to end after it starts',
    badUntil: 'The last date is before the first',
    badCount: 'Give a number from 1 to 999',
    zone: (zone: string, time: string) => `Kept in ${zone}, where it starts at ${time}.`,
    customRule: (rule: string) => `Repeats by the rule of its file, ${rule}`,
  },
  repeat: {
    none: 'Does not repeat',
    daily: 'Every day',
    weekdays: 'Every weekday',
    weekly: 'Every week',
    fortnightly: 'Every two weeks',
    monthly: 'Every month',
    yearly: 'Every year',
    custom: 'Custom',
  },
  weekDays: {
    MO: 'Monday',
    TU: 'Tuesday',
    WE: 'Wednesday',
    TH: 'Thursday',
    FR: 'Friday',
    SA: 'Saturday',
    SU: 'Sunday',
  },
  repeatEnds: { never: 'No end', on: 'A date', after: 'A number of times' },
  reminders: {
    none: 'None',
    atStart: 'At the start',
    minutes: (minutes: number) => count(minutes, 'minute before', 'minutes before'),
    hours: (hours: number) => count(hours, 'hour before', 'hours before'),
    days: (days: number) => count(days, 'day before', 'days before'),
  },
  colors: {
    iris: 'Iris',
    azure: 'Azure',
    teal: 'Teal',
    moss: 'Moss',
    amber: 'Amber',
    coral: 'Coral',
    rose: 'Rose',
    graphite: 'Graphite',
  } satisfies Record<EventColor, string>,
  scope: {
    editTitle: 'Change a repeating event',
    deleteTitle: 'Delete a repeating event',
    question: (title: string) => `${title === '' ? 'This event' : quoted(title)} repeats.`,
    one: 'Only this one',
    following: 'This and all that follow',
    all: 'All of them',
    cancel: 'Cancel',
  },
  toasts: {
    deleted: 'Event deleted',
    moved: 'Event moved',
    undo: 'Undo',
    imported: (added: number, updated: number) =>
      [
        added > 0 || updated === 0 ? `${count(added, 'event', 'events')} added` : '',
        updated > 0 ? `${count(updated, 'event', 'events')} updated` : '',
      ]
        .filter((part) => part !== '')
        .join(', '),
    notExported: 'We couldn’t create the file. Try again.',
    exported: (number: number) => `${count(number, 'event', 'events')} exported`,
  },
  menu: { import: 'Import .ics…', export: 'Export .ics', keys: 'Keyboard' },
  keys: {
    title: 'Calendar keys',
    list: [
      ['Arrows', 'Another day, or hour of the week'],
      ['Home, End', 'First or last day of the week'],
      ['Page Up, Page Down', 'Previous or next month, week or day'],
      ['Enter', 'New event on selected day'],
      ['N', 'New event'],
      ['T', 'Today'],
      ['Ctrl or ⌘ Z', 'Undo, while a message offers it'],
      ['M, W, D, A', 'Month, week, day or agenda'],
    ],
    close: 'Close',
  },
  import: {
    title: 'Import a calendar',
    reading: 'Reading the file',
    dropHere: 'Drop the calendar file to import it',
    cancel: 'Cancel',
    close: 'Close',
    confirm: (number: number) => `Import ${count(number, 'event', 'events')}`,
    found: (number: number, name: string) =>
      number === 0
        ? `${name} has no events that can be imported.`
        : `${count(number, 'event', 'events')} in ${name}. Those you have already are updated.`,
    failed: (name: string) => `${name} cannot be imported`,
    problems: (number: number) =>
      `${count(number, 'entry', 'entries')} cannot be read and will be left out`,
    remarks: (number: number) => count(number, 'remark', 'remarks'),
    others: (number: number) =>
      `${count(number, 'to-do or journal', 'to-dos or journals')} in the file will be left out: this calendar shows events.`,
    line: (line: number) => `Line ${formatNumber(line)}`,
    untouched: 'Your calendar is as it was.',
    tooLarge: 'The file is larger than 30 MB.',
    unopened: 'We couldn’t open this file. Choose another one.',
    empty: 'The file is empty.',
    noCalendar: 'This is not a calendar file: it has no BEGIN:VCALENDAR.',
    noEvents: (others: number) =>
      others === 0
        ? 'The file holds no events.'
        : `The file holds no events, only ${count(others, 'to-do or journal', 'to-dos or journals')}.`,
    neverEnds: 'It never ends: the file breaks off, or its END:VEVENT is missing.',
    unreadable: 'It cannot be read.',
    badDate: (property: string) => `${property} isn’t a valid date.`,
    badRule: 'RRULE cannot be read.',
    noStart: (title: string) => `${quoted(title)} has no DTSTART.`,
    reversed: (title: string) => `${quoted(title)} ends before it starts; its end was adjusted.`,
    cancelled: (title: string) => `${quoted(title)} was cancelled and is left out.`,
    unknownZone: (zone: string, title: string) =>
      `The time zone ${zone} of ${quoted(title)} is not known; its times are taken as local.`,
  },
  reminder: {
    one: (title: string) => (title === '' ? 'An event without a title' : title),
    several: (number: number) => count(number, 'event', 'events'),
    open: 'Open',
  },
} as const
