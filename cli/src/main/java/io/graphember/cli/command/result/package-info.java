// SPDX-License-Identifier: Apache-2.0
/** Commands about what jobs have left. */
@NullMarked
package io.graphember.cli.command.result;

import org.jspecify.annotations.NullMarked;
