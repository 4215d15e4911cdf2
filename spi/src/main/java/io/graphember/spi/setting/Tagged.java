// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.setting;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an interface of several settings records, of which a section holds one: its tag, a setting
 * of the section, says which. The records each have their {@link Tag}. Those of a sealed interface
 * are the ones that it permits, in that order; those of another one are found by {@link
 * java.util.ServiceLoader}, see {@link #foundBy}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Tagged {
  /** One sentence for people: what the tag decides. */
  String value();

  /** Name of the tag. */
  String by() default "type";

  /** The tag of a section that has none; such a section must have one without it. */
  String byDefault() default Setting.NO_DEFAULT;

  /**
   * Service whose providers are the records of an interface that is not sealed: the interface
   * itself, if the records have public constructors without parameters, else a {@link TaggedRecord}
   * whose providers name them.
   */
  Class<?> foundBy() default void.class;
}
