// SPDX-License-Identifier: Apache-2.0
/**
 * Text to checked settings: a YAML or JSON document is bound to records whose components say in
 * {@link io.graphember.spi.setting.Setting} what they mean and what their default is, and all that
 * is wrong comes out in one report with file and line.
 *
 * <p>The mechanism only: the settings records live beside the code that reads them.
 */
@NullMarked
package io.graphember.config;

import org.jspecify.annotations.NullMarked;
