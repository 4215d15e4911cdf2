// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.setting;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a component of a settings record that is itself a record or {@link Tagged}, and whose
 * settings stand beside the others of the section instead of in one of their own.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Inlined {}
