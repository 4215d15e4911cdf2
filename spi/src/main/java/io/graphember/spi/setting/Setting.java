// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.setting;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes one setting: a component of a settings record. A component without a default that is
 * not optional is required; a nested record may be absent if all its components may.
 *
 * <p>Ranges and patterns are said with the constraints of {@code jakarta.validation} beside it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {
  /** Stands for "no default"; no document can hold it. */
  String NO_DEFAULT = "\u0000";

  /** One sentence for people: what it is, its unit. */
  String value();

  /** The default, as it would be written in the document; its only home. */
  String byDefault() default NO_DEFAULT;

  /**
   * True if the setting may be absent: an {@link java.util.Optional} is empty then, else it is
   * null.
   */
  boolean optional() default false;
}
