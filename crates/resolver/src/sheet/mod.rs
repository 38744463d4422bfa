//! Sheets: fields declared once. The declaration makes the typed struct, its validation, the form, the permalink, the JSON Schema and the help.

mod entry;
mod field;
mod kinds;
mod mark;
mod number;

pub(crate) use entry::overlay;
pub use entry::{Entry, Fields, Reader, Sheet};
pub(crate) use field::is_named;
pub use field::{About, Field, Shape, SheetSpec, Variant, When, about};
pub use kinds::{Cell, Choice, Int, List, Num, int, num};
pub(crate) use mark::{read_mark, write_mark};

/// Declares a sheet: `name: Type = default, about("Label", "One sentence of help.");` for each field, in the order of the form.
///
/// The types are `bool`, [`Int`], [`Num`], a [`choice!`](crate::choice), another sheet, [`List`] of any, [`Cell`], and `Option` of any where
/// null has a meaning of its own. Defaults are constants, so one out of range does not compile. A sheet that takes presets names them:
/// `sheet! { struct Weapon, "weapon" { … } }`.
///
/// ```
/// use tohit_resolver::sheet::*;
/// use tohit_resolver::{choice, sheet};
///
/// choice! { pub enum Size { Small = "small", Large = "large" } }
/// sheet! {
///     /// What is swung.
///     pub struct Club {
///         size: Size = Size::Small, about("Size", "A large club is slow.");
///         sides: Int<1, 20> = int(6), about("Sides", "Sides of the damage die.");
///     }
/// }
///
/// assert_eq!(Club::DEFAULT.sides.get(), 6);
/// assert_eq!(Club::FIELDS[1].name, "sides");
/// ```
#[macro_export]
macro_rules! sheet {
    (
        $(#[$meta:meta])*
        $vis:vis struct $Sheet:ident $(, $presets:literal)? {
            $( $field:ident : $type:ty = $default:expr, $about:expr ; )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        $vis struct $Sheet {
            $( #[allow(missing_docs, reason = "the field's own help says it")] pub $field: $type, )*
        }

        impl $crate::sheet::Sheet for $Sheet {
            const DEFAULT: Self = Self { $( $field: $default, )* };
            const SPEC: &'static $crate::sheet::SheetSpec = &$crate::sheet::SheetSpec {
                presets: $crate::sheet::one(&[$( $presets )?]),
                fields: Self::FIELDS,
            };
            const FIELDS: &'static [$crate::sheet::Field] = &[ $(
                $crate::sheet::Field {
                    name: $crate::sheet::Field::plain(stringify!($field)),
                    shape: <$type as $crate::sheet::Entry>::SHAPE,
                    about: $about,
                    default: &|| $crate::sheet::Entry::write(&<Self as $crate::sheet::Sheet>::DEFAULT.$field),
                },
            )* ];

            fn take_fields(mut checked: $crate::sheet::Fields<'_>) -> Option<Self> {
                Some(Self { $( $field: checked.take()?, )* })
            }

            fn write_fields(&self) -> Vec<$crate::json::Json> {
                vec![ $( $crate::sheet::Entry::write(&self.$field), )* ]
            }
        }
    };
}

/// Declares an enumeration of named values: `Variant = "name-in-documents"`, in the order of the form. A label may follow
/// (`= "star-great", "*GREAT*"`); otherwise it is the name with spaces for its hyphens.
#[macro_export]
macro_rules! choice {
    (
        $(#[$meta:meta])*
        $vis:vis enum $Choice:ident { $( $Variant:ident = $name:literal $(, $label:literal)? );* $(;)? }
    ) => {
        $crate::choice! { @build $(#[$meta])* $vis enum $Choice { $( $Variant = $name $(, $label)? );* } }
    };
    (
        $(#[$meta:meta])*
        $vis:vis enum $Choice:ident { $( $Variant:ident = $name:literal ),* $(,)? }
    ) => {
        $crate::choice! { @build $(#[$meta])* $vis enum $Choice { $( $Variant = $name );* } }
    };
    (
        @build $(#[$meta:meta])*
        $vis:vis enum $Choice:ident { $( $Variant:ident = $name:literal $(, $label:literal)? );* }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $Choice {
            $( #[doc = concat!("`", $name, "`")] $Variant, )*
        }

        impl $crate::sheet::Choice for $Choice {
            const VARIANTS: &'static [$crate::sheet::Variant] = &[ $(
                $crate::sheet::Variant::new($name, $crate::sheet::one(&[$( $label )?])),
            )* ];
            const ALL: &'static [Self] = &[ $( Self::$Variant, )* ];
        }

        impl $Choice {
            /// The name in documents.
            #[allow(dead_code, reason = "not every enumeration is shown by name")]
            $vis const fn name(self) -> &'static str {
                match self { $( Self::$Variant => $name, )* }
            }
        }

        impl $crate::sheet::Entry for $Choice {
            const SHAPE: $crate::sheet::Shape =
                $crate::sheet::Shape::Choice(<Self as $crate::sheet::Choice>::VARIANTS);

            fn take(checked: &$crate::json::Json) -> Option<Self> {
                $crate::sheet::Choice::named(checked)
            }

            fn write(&self) -> $crate::json::Json {
                self.name().into()
            }
        }
    };
}

/// The one given, or none: what an optional part of a macro leaves.
#[doc(hidden)]
#[must_use]
pub const fn one(given: &[&'static str]) -> Option<&'static str> {
    match given {
        [name, ..] => Some(name),
        [] => None,
    }
}
