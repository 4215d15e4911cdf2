// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.setting;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A name that a settings record had once. A document that still has it gets an error that says
 * where the setting is now.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface MovedSetting {
  /** The name that documents may still have. */
  String name();

  /** Where the setting is now; ends the sentence "is no setting any more: it is now ...". */
  String to();
}
