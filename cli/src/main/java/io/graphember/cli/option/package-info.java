// SPDX-License-Identifier: Apache-2.0
/** Options that several commands have, and what they print of themselves. */
@NullMarked
package io.graphember.cli.option;

import org.jspecify.annotations.NullMarked;
