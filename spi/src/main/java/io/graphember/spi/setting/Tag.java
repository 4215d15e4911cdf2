// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.setting;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The value of the tag by which a section holds this record, see {@link Tagged}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Tag {
  /** As a document writes it. */
  String value();
}
