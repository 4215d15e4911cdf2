// SPDX-License-Identifier: Apache-2.0
/** What a person sees while a command works. */
@NullMarked
package io.graphember.cli.view;

import org.jspecify.annotations.NullMarked;
