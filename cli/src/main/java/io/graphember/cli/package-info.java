// SPDX-License-Identifier: Apache-2.0
/** The {@code graphember} command: options, exit codes, the terminal. */
@NullMarked
package io.graphember.cli;

import org.jspecify.annotations.NullMarked;
