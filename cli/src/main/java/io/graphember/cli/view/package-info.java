// SPDX-License-Identifier: Apache-2.0
/** What a person sees while a command works. */
package io.graphember.cli.view;
