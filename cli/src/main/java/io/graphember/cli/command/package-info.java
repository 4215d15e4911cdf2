// SPDX-License-Identifier: Apache-2.0
/** What commands have in common; each package below holds those about one thing. */
@NullMarked
package io.graphember.cli.command;

import org.jspecify.annotations.NullMarked;
