import { type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { CheckField } from '#client/ui/check-field.tsx';
import fieldStyles from '#client/ui/field.module.css';
import { TextAreaField, TextField } from '#client/ui/field.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import layout from '#client/ui/layout.module.css';
import { MomentField } from '#client/ui/moment-field.tsx';
import { IconArrowDown, IconArrowUp, IconChevronRight, IconPlus, IconTrash } from '#client/ui/page-icons.ts';
import { SelectField } from '#client/ui/select-field.tsx';
import textLink from '#client/ui/text-link.module.css';
import { LinkButton } from '#client/ui/text-link.tsx';
import typography from '#client/ui/typography.module.css';
import { logoLimits } from '#domain/logo.ts';
import classes from './settings.module.css';
import { useSetting } from './settings-form.tsx';
import { settingsTexts as texts } from './texts.ts';

interface SettingProps {
  name: string;
  description?: ReactNode;
}

interface TextSettingProps extends SettingProps {
  /** More than a line. */
  long?: boolean;
  /** Empty stands for null. */
  optional?: boolean;
}

export function TextSetting({ name, description, long = false, optional = false }: TextSettingProps) {
  const { value, set, errorOf, label } = useSetting<string | null>(name);
  const props = {
    ...{ name, label, description, value: value ?? '', error: errorOf(name) },
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      set(optional ? currentTarget.value || null : currentTarget.value),
  };
  return long ? <TextAreaField rows={4} {...props} /> : <TextField {...props} />;
}

/** A whole number. The server refuses any other text. */
export function NumberSetting({ name, description }: SettingProps) {
  const { value, set, errorOf, label } = useSetting<number | string>(name);
  return (
    <TextField
      inputMode="numeric"
      {...{ name, label, description, value: String(value), error: errorOf(name) }}
      onChange={({ currentTarget: { value: text } }) => set(/^\d{1,9}$/.test(text) ? Number(text) : text)}
    />
  );
}

export function LinesSetting({ name, description = texts.onePerLine }: SettingProps) {
  const { value, set, errorOf, label } = useSetting<string[]>(name);
  return (
    <TextAreaField
      rows={Math.min(12, Math.max(3, value.length + 1))}
      {...{ name, label, description, error: errorOf(name) }}
      value={value.join('\n')}
      onChange={({ currentTarget }) => set(currentTarget.value === '' ? [] : currentTarget.value.split('\n'))}
    />
  );
}

/** A picture, which is read where it is chosen. */
export function LogoSetting() {
  const { value, set, errorOf, label } = useSetting<string | null>('logo');
  const [isTooLarge, setTooLarge] = useState(false);

  function choose({ files }: HTMLInputElement) {
    const [file] = files ?? [];
    if (!file) return;
    setTooLarge(file.size > logoLimits.file);
    if (file.size > logoLimits.file) return;
    const reader = new FileReader();
    reader.onload = () => set(String(reader.result));
    reader.readAsDataURL(file);
  }

  return (
    <div className={layout.stackS}>
      <TextField
        name="logo"
        type="file"
        accept="image/svg+xml,image/png"
        {...{ label, description: texts.logo, error: isTooLarge ? texts.logoTooLarge : errorOf('logo') }}
        onChange={({ currentTarget }) => choose(currentTarget)}
      />
      {value !== null && <LinkButton onClick={() => set(null)}>{texts.noLogo}</LinkButton>}
    </div>
  );
}

export function CheckSetting({ name, description }: SettingProps) {
  const { value, set, errorOf, label } = useSetting<boolean>(name);
  return (
    <CheckField
      {...{ name, label, description, error: errorOf(name), checked: value }}
      onChange={({ currentTarget }) => set(currentTarget.checked)}
    />
  );
}

interface SelectSettingProps extends SettingProps {
  options: readonly { value: string | boolean | null; label: string }[];
}

export function SelectSetting({ name, description, options }: SelectSettingProps) {
  const { value, set, errorOf, label } = useSetting<unknown>(name);
  return (
    <SelectField
      {...{ name, label, description, error: errorOf(name) }}
      options={options.map((option) => ({ value: JSON.stringify(option.value), label: option.label }))}
      value={JSON.stringify(value)}
      onChange={({ currentTarget }) => set(JSON.parse(currentTarget.value))}
    />
  );
}

export function MomentSetting({ name, description, timeZone }: SettingProps & { timeZone: string }) {
  const { value, set, errorOf, label } = useSetting<string | null>(name);
  return (
    <MomentField {...{ name, label, description, value, timeZone, error: errorOf(name), onChange: set }} />
  );
}

type Row = Record<string, string | null>;

export interface RowField {
  name: string;
  label: string;
  long?: boolean;
  optional?: boolean;
  options?: readonly { value: string; label: string }[];
}

interface RowsSettingProps extends SettingProps {
  fields: readonly RowField[];
  /** As many rows as there are, in their order. */
  fixed?: boolean;
}

/** A list of entries, each with a few fields. They can be added, removed and moved. */
export function RowsSetting({ name, description, fields, fixed = false }: RowsSettingProps) {
  const { value: rows, set, errorOf, label } = useSetting<Row[]>(name);
  const add = useRef<HTMLDivElement>(null);
  const error = errorOf(name);
  const folds = fields.some(({ long }) => long);
  const [opened, setOpen] = useOpened(
    rows.map((_, index) => fields.some((field) => errorOf(`${name}.${index}.${field.name}`))),
  );

  function remove(index: number) {
    set(rows.toSpliced(index, 1));
    setOpen(opened.toSpliced(index, 1));
    add.current?.querySelector('button')?.focus();
  }

  /** The focus follows the row. */
  function move(event: MouseEvent<HTMLButtonElement>, index: number, step: 1 | -1) {
    const row = rows[index];
    if (!row) return;
    set(rows.toSpliced(index, 1).toSpliced(index + step, 0, row));
    setOpen(opened.toSpliced(index, 1).toSpliced(index + step, 0, opened[index] === true));
    const item = event.currentTarget.closest('li');
    const next = step === 1 ? item?.nextElementSibling : item?.previousElementSibling;
    (
      next?.querySelector<HTMLElement>(`[data-step="${step}"]:not([disabled])`) ??
      next?.querySelector('button')
    )?.focus();
  }

  return (
    <fieldset className={layout.stackM}>
      <legend className={typography.heading}>{label}</legend>
      {description && <p className={typography.note}>{description}</p>}
      <ol className={layout.stackM}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name, and its fields keep no state
          <li key={index} className={`${layout.card} ${classes.row}`} data-folds={folds || undefined}>
            <Entry
              name={folds && (row[fields[0]?.name ?? ''] ?? '')}
              isOpen={opened[index] === true}
              onToggle={(isOpen) => setOpen(opened.with(index, isOpen))}
            >
              {fields.map((field) => (
                <Cell
                  key={field.name}
                  field={field}
                  name={`${name}.${index}.${field.name}`}
                  error={errorOf(`${name}.${index}.${field.name}`)}
                  value={row[field.name] ?? ''}
                  onChange={(value) => set(rows.with(index, { ...row, [field.name]: value }))}
                />
              ))}
            </Entry>
            {!fixed && (
              <RowTools
                {...{ label, index, isLast: index === rows.length - 1 }}
                onMove={(event, step) => move(event, index, step)}
                onRemove={() => remove(index)}
              />
            )}
          </li>
        ))}
      </ol>
      {error && <p className={fieldStyles.error}>{error}</p>}
      {!fixed && (
        <div ref={add}>
          <Button
            size="sm"
            icon={IconPlus}
            onClick={() => {
              set([...rows, emptyRow(fields)]);
              setOpen([...opened, true]);
            }}
          >
            {texts.add(label)}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** Which entries show their fields. One that is refused stays open while it is corrected. */
function useOpened(wrong: readonly boolean[]) {
  const [open, setOpen] = useState<readonly boolean[]>([]);
  const opened = wrong.map((isWrong, index) => isWrong || open[index] === true);
  if (opened.some((isOpen, index) => isOpen && !open[index])) setOpen(opened);
  return [opened, setOpen] as const;
}

interface RowToolsProps {
  label: string;
  index: number;
  isLast: boolean;
  onMove: (event: MouseEvent<HTMLButtonElement>, step: 1 | -1) => void;
  onRemove: () => void;
}

function RowTools({ label, index, isLast, onMove, onRemove }: RowToolsProps) {
  return (
    <div className={classes.tools}>
      <IconButton
        icon={IconArrowUp}
        label={texts.up(label, index + 1)}
        data-step={-1}
        disabled={index === 0}
        onClick={(event) => onMove(event, -1)}
      />
      <IconButton
        icon={IconArrowDown}
        label={texts.down(label, index + 1)}
        data-step={1}
        disabled={isLast}
        onClick={(event) => onMove(event, 1)}
      />
      <IconButton icon={IconTrash} label={texts.remove(label, index + 1)} onClick={onRemove} />
    </div>
  );
}

interface EntryProps {
  /** Shown in place of the fields until it is pressed; false if the entry is always open. */
  name: string | false;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
}

/** Entries with a text are longer than a phone's window together. */
function Entry({ name, isOpen, onToggle, children }: EntryProps) {
  const id = useId();
  return (
    <>
      {name !== false && (
        <button
          type="button"
          className={`${textLink.quiet} ${classes.name}`}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onToggle(!isOpen)}
        >
          <IconChevronRight size={18} stroke={1.8} aria-hidden="true" />
          {name || texts.unnamed}
        </button>
      )}
      <div id={id} className={layout.columns} hidden={name !== false && !isOpen}>
        {children}
      </div>
    </>
  );
}

function emptyRow(fields: readonly RowField[]): Row {
  return Object.fromEntries(
    fields.map(({ name, optional, options }) => [name, optional ? null : (options?.[0]?.value ?? '')]),
  );
}

interface CellProps {
  field: RowField;
  name: string;
  error: ReactNode;
  value: string;
  onChange: (value: string | null) => void;
}

function Cell({ field: { label, long, optional, options }, onChange, ...control }: CellProps) {
  const props = {
    ...{ ...control, label },
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(optional ? currentTarget.value || null : currentTarget.value),
  };
  if (options) return <SelectField options={options} {...props} />;
  return long ? (
    <TextAreaField rows={3} className={layout.whole ?? ''} {...props} />
  ) : (
    <TextField {...props} />
  );
}
