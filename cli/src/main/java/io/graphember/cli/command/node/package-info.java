// SPDX-License-Identifier: Apache-2.0
/** Commands about nodes and who uses them. */
@NullMarked
package io.graphember.cli.command.node;

import org.jspecify.annotations.NullMarked;
